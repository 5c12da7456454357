import type { VNode } from 'preact';
import { rerunCommand } from '../../replay/replay-command.ts';
import type { Report } from '../../report/report.ts';
import { verdictParts } from '../../report/verdict-in-words.ts';
import { grouped } from '../../terminal/grouped.ts';
import { Broken } from '../broken.tsx';
import { visibleText } from '../exchange/visible-text.ts';
import { plainFact } from '../limits.ts';
import { Copyable } from './copyable.tsx';
import { Matrix } from './matrix.tsx';
import { Outcome, outcomeOrder } from './outcome.tsx';
import { Theme } from './theme.tsx';

const verdictSigns = { conformant: '✓', 'non-conformant': '✗', inconclusive: '?' } as const;

/** The first screen: verdict, target, profile, counts, what broke, and how to repeat the run. */
export function Summary({ report }: { report: Report }): VNode {
  const { words, share } = verdictParts(report);
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
        </h1>
        <p class="target">{targetInWords(report)}</p>
        <Facts report={report} />
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

function targetInWords({ target }: Report): VNode {
  if (target.kind === 'reference') return <>Self-check on the reference server: no target was tested.</>;
  return (
    <>
      Tested <code>{visibleText(target.baseUrl, plainFact)}</code>
    </>
  );
}

function Facts({ report }: { report: Report }): VNode {
  const { run, profile, suite, document, gate } = report;
  const facts: readonly (readonly [string, string])[] = [
    ['Profile', profile],
    ['Effort', run.effort],
    ['Seed', run.seed],
    ['Nonce', run.nonce],
    ...(run.shard === null ? [] : [['Shard', run.shard] as const]),
    ['Began', secondsOf(run.startedAt)],
    ['Took', run.finishedAt === null ? 'it did not end' : durationOf(run.startedAt, run.finishedAt)],
    ['Exit status', String(gate.status)],
    ['Suite', suite.version],
    ['Document', document.sha256.slice(0, 12)],
  ];
  return (
    <dl class="facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{visibleText(value, 120)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** ISO 8601 in UTC without fractions of a second: `2026-01-02 03:04:05 UTC`. */
function secondsOf(time: string): string {
  return time.replace(/^(\S{10})T(\d\d:\d\d:\d\d)(?:\.\d+)?Z$/, '$1 $2 UTC');
}

function durationOf(start: string, end: string): string {
  return `${((Date.parse(end) - Date.parse(start)) / 1_000).toFixed(1)} s`;
}

function Counts({ report: { counts, results } }: { report: Report }): VNode {
  const present = outcomeOrder.filter((outcome) => counts[outcome] > 0);
  const widths = present.map((outcome) => counts[outcome]);
  return (
    <section class="counts" aria-label="Counts">
      <svg viewBox={`0 0 ${Math.max(1, results.length)} 1`} preserveAspectRatio="none" aria-hidden="true">
        {present.map((outcome, index) => (
          <rect
            key={outcome}
            class={outcome}
            x={widths.slice(0, index).reduce((sum, width) => sum + width, 0)}
            width={counts[outcome]}
            height="1"
          />
        ))}
      </svg>
      <ul>
        {present.map((outcome) => (
          <li key={outcome}>
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
