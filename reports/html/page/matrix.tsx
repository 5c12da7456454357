import type { VNode } from 'preact';
import { groupBy } from '../../../journal/group-by.ts';
import { requirement } from '../../../requirements/catalogue.ts';
import { operationStems } from '../../../schemas/openapi.ts';
import type { Report, ReportResult } from '../../report/report.ts';
import { isBroken } from '../broken-outcomes.ts';
import { checkFragment, linkTo } from '../fragments.ts';
import { outcomeInWords, outcomeOrder, signs, worstOf } from './outcome.tsx';

/**
 * Every check as a small cell: a row for each section of the document, a column for each operation. Sections with broken
 * requirements come first, and in each cell the worst outcomes.
 */
export function Matrix({ report: { results } }: { report: Report }): VNode {
  const sections = [...groupBy(results, (result) => requirement(result.requirement).section)];
  const rows = sections
    .map(([section, own]) => ({ section, own, rank: rankOf(own) }))
    .sort((one, other) => one.rank - other.rank);
  return (
    <details class="matrix" id="matrix" open>
      <summary>
        <h2>Requirements by operation</h2>
      </summary>
      <table>
        <thead>
          <tr>
            <th scope="col">Section</th>
            {operationStems.map((operation) => (
              <th key={operation} scope="col">
                {operation}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ section, own }) => (
            <tr key={section}>
              <th scope="row">{section}</th>
              {operationStems.map((operation) => (
                <td key={operation} data-operation={operation}>
                  {worstFirst(own.filter((result) => result.operation === operation)).map(cellOf)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

function cellOf({ requirement: id, operation, outcome }: ReportResult): VNode {
  const words = `${id} on ${operation}: ${outcomeInWords(outcome)}`;
  return (
    <a key={id} class={`cell ${outcome}`} href={linkTo(checkFragment(id, operation))} aria-label={words}>
      {signs[outcome]}
    </a>
  );
}

/** The rank of the worst outcome; sections in which nothing is broken keep the order of the document. */
function rankOf(results: readonly ReportResult[]): number {
  const worst = worstOf(results.map(({ outcome }) => outcome));
  return worst !== undefined && isBroken(worst) ? outcomeOrder.indexOf(worst) : outcomeOrder.length;
}

function worstFirst(results: readonly ReportResult[]): ReportResult[] {
  return [...results].sort((a, b) => outcomeOrder.indexOf(a.outcome) - outcomeOrder.indexOf(b.outcome));
}
