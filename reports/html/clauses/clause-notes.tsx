import type { VNode } from 'preact';
import { definitionOf } from '../../../operations/operations.ts';
import type { Requirement } from '../../../requirements/requirement.ts';
import type { ReportResult } from '../../report/report.ts';
import { checkFragment, linkTo, requirementFragment } from '../fragments.ts';
import { Observed } from '../observed.tsx';
import { Sign } from '../page/outcome.tsx';
import type { PageContent } from '../page/page-content.ts';
import type { ResultsOf } from './clauses.ts';

/** The notes beside a quote: each requirement with that quote, and its outcome on each operation. */
export function ClauseNotes(props: {
  clauses: readonly Requirement[];
  resultsOf: ResultsOf;
  content: PageContent;
}): VNode | null {
  const { clauses, resultsOf, content } = props;
  if (clauses.length === 0) return null;
  return (
    <ul class="notes">
      {clauses.map((clause) => (
        <li key={clause.id} id={requirementFragment(clause.id)}>
          {clause.excluded === undefined ? (
            <Judged clause={clause} results={resultsOf(clause.id)} content={content} />
          ) : (
            <details class="excluded">
              <summary>{clause.id}: not judged</summary>
              {clause.excluded}
            </details>
          )}
        </li>
      ))}
    </ul>
  );
}

function Judged(props: {
  clause: Requirement;
  results: readonly ReportResult[];
  content: PageContent;
}): VNode {
  const { clause, results, content } = props;
  return (
    <>
      <span class="name">{clause.id}</span>
      {results.map(({ operation, outcome }) => (
        <>
          {' '}
          <a key={operation} class={`chip ${outcome}`} href={linkTo(checkFragment(clause.id, operation))}>
            <Sign outcome={outcome} />
            {definitionOf(operation).shortName}
          </a>
        </>
      ))}
      <Observed id={clause.id} operations={clause.operations} content={content} atOnce={2} />
    </>
  );
}
