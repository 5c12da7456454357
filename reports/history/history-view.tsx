import type { VNode } from 'preact';
import { View } from '../html/page/view.tsx';
import type { Report } from '../report/report.ts';
import { BrokenWhen } from './broken-when.tsx';
import { brokenLines, type HistoryLine, type Night } from './history.ts';
import { NightsTable } from './nights-table.tsx';
import { Trend } from './trend-svg.tsx';

/** The most nights and requirements in a page; trend.md has all. */
export const shownNights = 60;
export const shownLines = 60;

/** The nights of a page: the latest of a history, with its own report as the last if the history lacks it. */
export function nightsFor(report: Report, nights: readonly Night[]): Night[] {
  const isOwn = ({ report: { run } }: Night): boolean =>
    run.nonce === report.run.nonce && run.startedAt === report.run.startedAt;
  const earlier = nights.filter(
    (night) => !isOwn(night) && night.report.run.startedAt <= report.run.startedAt,
  );
  const own = nights.find(isOwn) ?? { name: 'this run', report, comparison: null };
  return [...earlier, own].slice(-shownNights);
}

/** Which requirement was broken when. */
export function HistoryView({ report, nights }: { report: Report; nights: readonly Night[] }): VNode {
  const known = new Set(report.results.map(({ requirement, operation }) => `${requirement} ${operation}`));
  return (
    <View id="history" title="History" first={false}>
      <History
        nights={nights}
        hasCheck={({ requirement, operation }) => known.has(`${requirement} ${operation}`)}
      />
    </View>
  );
}

/** The picture, the same in words, and a table of the nights. */
export function History(props: {
  nights: readonly Night[];
  hasCheck: (line: HistoryLine) => boolean;
}): VNode {
  const { nights, hasCheck } = props;
  const all = brokenLines(nights);
  const lines = all.slice(0, shownLines);
  return (
    <>
      <p class="lead">
        Broken requirements by night, the latest on the right: how many failed or warned, and a line for each
        that was ever broken.
      </p>
      <Trend nights={nights} lines={lines} />
      {all.length > lines.length && <p>✂ {all.length - lines.length} more requirements were broken</p>}
      <h3>What was broken when</h3>
      {lines.length === 0 ? (
        <p>Nothing was broken on any of these nights.</p>
      ) : (
        <BrokenWhen nights={nights} lines={lines} hasCheck={hasCheck} />
      )}
      <details class="group">
        <summary>
          <h3>
            {nights.length} {nights.length === 1 ? 'night' : 'nights'}
          </h3>
        </summary>
        <NightsTable nights={nights} />
      </details>
    </>
  );
}
