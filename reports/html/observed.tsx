import type { VNode } from 'preact';
import type { Operation } from '../../requirements/requirement.ts';
import type { ReportObservation } from '../report.ts';
import { mostValues, observedText } from './limits.ts';
import { visibleText } from './visible-text.ts';

const atOnce = 3;

/** What the target does where the document leaves it open; more than a few values are folded away. */
export function Observed(of: {
  id: string;
  operation: Operation;
  observations: readonly ReportObservation[];
}): VNode | null {
  const values = of.observations
    .filter(({ id, operation }) => id === of.id && operation === of.operation)
    .map(({ value }) => visibleText(value, observedText));
  if (values.length === 0) return null;
  const more = values.length - mostValues;
  return (
    <div class="observed">
      <b>Observed</b>
      <Values values={values.slice(0, atOnce)} />
      {values.length > atOnce && (
        <details>
          <summary>{values.length - atOnce} more</summary>
          <Values values={values.slice(atOnce, mostValues)} />
          {more > 0 && <p>✂ {more} more in report.json</p>}
        </details>
      )}
    </div>
  );
}

function Values({ values }: { values: readonly string[] }): VNode {
  return (
    <ul>
      {values.map((value) => (
        <li key={value}>{value}</li>
      ))}
    </ul>
  );
}
