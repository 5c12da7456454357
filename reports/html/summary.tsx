import type { VNode } from 'preact';
import { groupBy } from '../../journal/group-by.ts';
import { requirement } from '../../requirements/catalogue.ts';
import { operationStems } from '../../schemas/openapi.ts';
import { grouped, visibleText } from '../formats/plain-text.ts';
import { lastChanges, type Night } from '../history/history.ts';
import { rerunCommand } from '../replay/replay-command.ts';
import { isLoud, type Report, type ReportResult } from '../report/report.ts';
import { verdictParts, withWarnings } from '../report/verdict.ts';
import type { ReportView } from '../report/view.ts';
import { Broken } from './broken.tsx';
import {
  Copyable,
  checkFragment,
  type Fact,
  Facts,
  Head,
  linkTo,
  Outcome,
  outcomeOrder,
  outcomeText,
  plainFact,
  signs,
  worstOf,
} from './elements.tsx';

const verdictSigns = { conformant: '✓', 'non-conformant': '✗', inconclusive: '?' } as const;

/** The first screen: verdict, target, profile, counts, what broke, and how to repeat the run. */
export function Summary({ report, nights }: { report: ReportView; nights: readonly Night[] }): VNode {
  const { words, share } = verdictParts(report);
  const changes = lastChanges(nights);
  return (
    <>
      <header class={`summary ${report.verdict}`}>
        <Theme />
        <p class="what">Ledger conformance report</p>
        <h1>
          <span class="sign" aria-hidden="true">
            {verdictSigns[report.verdict]}
          </span>{' '}
          {words} <small>({share})</small>
          {withWarnings(report)}
        </h1>
        <p class="target">{targetText(report)}</p>
        <Facts facts={[...factsOf(report), [`Since ${changes?.since}`, changes?.text]]} />
      </header>
      <Counts report={report} />
      <div class="first">
        <Broken report={report} />
        <Repeat report={report} />
      </div>
      <Matrix report={report} />
    </>
  );
}

function targetText({ target }: Report): VNode {
  if (target.kind === 'reference') return <>Self-check on the reference server: no target was tested.</>;
  return (
    <>
      Tested <code>{visibleText(target.baseUrl, plainFact)}</code>
    </>
  );
}

function factsOf({ run, profile, suite, document, gate, ms }: ReportView): Fact[] {
  const facts = [
    ['Profile', profile],
    ['Effort', run.effort],
    ['Seed', run.seed],
    ['Nonce', run.nonce],
    ['Shard', run.shard],
    ['Began', secondsOf(run.startedAt)],
    ['Took', ms === undefined ? 'it did not end' : `${(ms / 1_000).toFixed(1)} s`],
    ['Exit status', String(gate.status)],
    ['Suite', suite.version],
    ['Document', document.sha256.slice(0, 12)],
  ] as const;
  return facts.map(([name, value]) => [name, value === null ? undefined : visibleText(value, 120)]);
}

/** ISO 8601 in UTC without fractions of a second: `2026-01-02 03:04:05 UTC`. */
function secondsOf(time: string): string {
  return time.replace(/^(\S{10})T(\d\d:\d\d:\d\d)(?:\.\d+)?Z$/, '$1 $2 UTC');
}

function Counts({ report: { counts, results } }: { report: Report }): VNode {
  const present = outcomeOrder.filter((outcome) => counts[outcome] > 0);
  const widths = present.map((outcome) => counts[outcome]);
  return (
    <section class="counts" aria-label="Counts">
      <svg viewBox={`0 0 ${Math.max(1, results.length)} 1`} preserveAspectRatio="none" aria-hidden="true">
        {present.map((outcome, index) => (
          <rect
            class={outcome}
            x={widths.slice(0, index).reduce((sum, width) => sum + width, 0)}
            width={counts[outcome]}
            height="1"
          />
        ))}
      </svg>
      <ul>
        {present.map((outcome) => (
          <li>
            <a href="#checks" data-outcome={outcome}>
              <b>{counts[outcome]}</b> <Outcome outcome={outcome} />
            </a>
          </li>
        ))}
        <li class="traffic">
          {grouped(results.length)} checks, {grouped(counts.cases)} cases, {grouped(counts.exchanges)}{' '}
          exchanges
        </li>
      </ul>
    </section>
  );
}

function Repeat({ report }: { report: Report }): VNode {
  const own = report.target.kind === 'reference';
  return (
    <section aria-labelledby="repeat">
      <h2 id="repeat">How to reproduce it</h2>
      <p class="again">Run it again, {own ? 'with no TARGET_* set' : 'with the same settings (TARGET_*)'}</p>
      <Copyable text={visibleText(rerunCommand(report.run), 1_000)} />
      <p class="again">Judge the recorded exchanges again, offline, in the folder of this file</p>
      <Copyable text="ledger-conformance judge ." />
    </section>
  );
}

/** The choice of light or dark colours; hidden without scripts, when the browser's setting applies. */
function Theme(): VNode {
  return (
    <label class="theme" hidden>
      Theme{' '}
      <select id="theme">
        <option>auto</option>
        <option>light</option>
        <option>dark</option>
      </select>
    </label>
  );
}

/**
 * Every check as a small cell: a row for each section of the document, a column for each operation. Sections with broken
 * requirements come first, and in each cell the worst outcomes.
 */
function Matrix({ report: { results } }: { report: Report }): VNode {
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
        <Head cells={['Section', ...operationStems]} />
        <tbody>
          {rows.map(({ section, own }) => (
            <tr>
              <th scope="row">{section}</th>
              {operationStems.map((operation) => (
                <td data-operation={operation}>
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
  const words = `${id} on ${operation}: ${outcomeText(outcome)}`;
  return (
    <a class={`cell ${outcome}`} href={linkTo(checkFragment(id, operation))} aria-label={words}>
      {signs[outcome]}
    </a>
  );
}

/** The rank of the worst outcome; sections in which nothing is broken keep the order of the document. */
function rankOf(results: readonly ReportResult[]): number {
  const worst = worstOf(results.map(({ outcome }) => outcome));
  return worst !== undefined && isLoud(worst) ? outcomeOrder.indexOf(worst) : outcomeOrder.length;
}

function worstFirst(results: readonly ReportResult[]): ReportResult[] {
  return [...results].sort((a, b) => outcomeOrder.indexOf(a.outcome) - outcomeOrder.indexOf(b.outcome));
}
