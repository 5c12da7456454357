import type { VNode } from 'preact';
import { groupBy } from '../../journal/group-by.ts';
import { definitionOf } from '../../operations/operations.ts';
import type { Operation } from '../../requirements/requirement.ts';
import type { ReportObservation } from '../report/report.ts';
import { visibleText } from './exchange/visible-text.ts';
import { observedText } from './limits.ts';
import type { PageContent } from './page/page-content.ts';

/** An observed value, and the operations with that value. */
interface ObservedValue {
  readonly value: string;
  readonly operations: readonly Operation[];
}

/** What the target does where the document leaves it open; long lists are collapsed. */
export function Observed(of: {
  id: string;
  operations: readonly Operation[];
  content: PageContent;
  atOnce: number;
}): VNode | null {
  const { id, operations, content, atOnce } = of;
  const isOf = (each: ReportObservation): boolean => each.id === id && operations.includes(each.operation);
  const shown = content.observations.filter(isOf);
  const seen = seenOn(shown);
  const more = content.report.observations.filter(isOf).length - shown.length;
  if (seen.length === 0) return null;
  return (
    <div class="observed">
      <b>Observed</b>
      <Values seen={seen.slice(0, atOnce)} operations={operations} />
      {seen.length > atOnce && (
        <details>
          <summary>{seen.length - atOnce + more} more</summary>
          <Values seen={seen.slice(atOnce)} operations={operations} />
          {more > 0 && <p>✂ {more} more in report.json</p>}
        </details>
      )}
    </div>
  );
}

/** Groups equal values, in order of first appearance. */
function seenOn(observations: readonly ReportObservation[]): ObservedValue[] {
  return [...groupBy(observations, ({ value }) => value)].map(([value, all]) => ({
    value,
    operations: all.map(({ operation }) => operation),
  }));
}

function Values(of: { seen: readonly ObservedValue[]; operations: readonly Operation[] }): VNode {
  const { seen, operations } = of;
  return (
    <ul>
      {seen.map((each) => (
        <li key={each.value}>
          {visibleText(each.value, observedText)}
          {each.operations.length < operations.length && (
            <span class="rate">
              {' '}
              on {each.operations.map((operation) => definitionOf(operation).shortName).join(', ')}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
