import type { VNode } from 'preact';
import { visibleText } from '../html/exchange/visible-text.ts';
import type { Night } from './history.ts';

/** A row for each night, the latest first: verdict, coverage, and what changed since the night before. */
export function NightsTable({ nights }: { nights: readonly Night[] }): VNode {
  const heads = ['Night', 'Target', 'Verdict', 'MUST exercised', 'Failed', 'Warned', 'Regressions'];
  return (
    <table class="nights">
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {nights.toReversed().map((night) => (
          <tr key={night.name}>
            {cellsOf(night).map((cell, index) => (
              <td key={heads[index]} data-label={heads[index]}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function cellsOf({ report, comparison }: Night): string[] {
  const { run, target, verdict, coverage, counts } = report;
  const regressions = comparison?.changes.filter(({ regression }) => regression) ?? [];
  const causes = [...new Set(regressions.map(({ cause }) => cause))].join(', ');
  return [
    run.startedAt.replace(/^(\S{10})T(\d\d:\d\d).*$/, '$1 $2'),
    visibleText(target.baseUrl, 80),
    verdict,
    `${coverage.must.exercised} of ${coverage.must.total}`,
    String(counts.failed),
    String(counts.warned),
    comparison === null ? '–' : `${regressions.length}${causes === '' ? '' : ` (${causes})`}`,
  ];
}
