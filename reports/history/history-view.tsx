import type { VNode } from 'preact';
import { checkId } from '../../engine/check.ts';
import { visibleText } from '../formats/plain-text.ts';
import { checkFragment, Head, linkTo, View } from '../html/elements.tsx';
import { pageText } from '../html/page-head.tsx';
import type { Report } from '../report/report.ts';
import { verdictText } from '../report/verdict.ts';
import { brokenLines, brokenWhen, type Night, nightRow, nightsText } from './history.ts';
import { Trend } from './trend-svg.tsx';

/** The most nights and requirements in a page; trend.md has all. */
const shownNights = 60;
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
  return (
    <View id="history" title="History" first={false}>
      <History nights={nights} checks={new Set(report.results.map(checkId))} />
    </View>
  );
}

/**
 * The picture, the same in words, and a table of the nights.
 * @param checks those for which the page has an entry to link to
 */
function History({ nights, checks }: { nights: readonly Night[]; checks: ReadonlySet<string> }): VNode {
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
        <ul class="broken-when">
          {lines.map((line) => {
            const name = visibleText(`${line.requirement} · ${line.operation}`, 120);
            const link = linkTo(checkFragment(line.requirement, line.operation));
            return (
              <li>
                {checks.has(checkId(line)) ? <a href={link}>{name}</a> : name} {brokenWhen(line, nights)}
              </li>
            );
          })}
        </ul>
      )}
      <details class="group">
        <summary>
          <h3>{nightsText(nights)}</h3>
        </summary>
        <NightsTable nights={nights} />
      </details>
    </>
  );
}

/** A row for each night, the latest first: verdict, coverage, and what changed since the night before. */
function NightsTable({ nights }: { nights: readonly Night[] }): VNode {
  const heads = ['Night', 'Target', 'Verdict', 'MUST exercised', 'Failed', 'Warned', 'Regressions'];
  return (
    <table class="nights">
      <Head cells={heads} />
      <tbody>
        {nights.toReversed().map((night) => (
          <tr>
            {cellsOf(night).map((cell, index) => (
              <td data-label={heads[index]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function cellsOf(night: Night): string[] {
  const { target, verdict, exercised, failed, warned, regressions, causes, untested } = nightRow(night);
  return [
    night.report.run.startedAt.replace(/^(\S{10})T(\d\d:\d\d).*$/, '$1 $2'),
    visibleText(target, 80),
    verdict,
    exercised,
    String(failed),
    String(warned),
    regressions === undefined
      ? visibleText(untested ?? '–', 200)
      : `${regressions}${causes === '' ? '' : ` (${causes})`}`,
  ];
}

/** The trend as one static page without scripts or network access; equal nights give equal text. */
export function trendPage(all: readonly Night[]): string {
  const nights = all.slice(-shownNights);
  const title = `Trend of ${nightsText(nights)}`;
  const latest = nights.at(-1)?.report;
  return pageText(
    { title },
    <main>
      <header class={`summary ${latest?.verdict ?? ''}`}>
        <p class="what">Ledger conformance by night</p>
        <h1>{title}</h1>
        {latest !== undefined && <p>Latest: {verdictText(latest)}</p>}
      </header>
      <h2>Broken requirements</h2>
      <History nights={nights} checks={new Set()} />
    </main>,
  );
}
