import type { VNode } from 'preact';
import { grouped } from '../grouped.ts';
import { rerunCommand } from '../replay-command.ts';
import type { Report, ReportResult } from '../report.ts';
import { remedyFor } from '../terminal/remedies.ts';
import { verdictInWords } from '../verdict-in-words.ts';
import { checkFragment, linkTo } from './fragments.ts';
import { plainFact } from './limits.ts';
import { Copyable, Outcome, outcomeInWords, outcomeOrder, Sign } from './outcome.tsx';
import { visibleText } from './visible-text.ts';

const shownBreaches = 8;
const shownReasons = 6;

const verdictSigns = { conformant: '✓', 'non-conformant': '✗', inconclusive: '?' } as const;

/** The first screen: verdict, target, profile, counts, what broke, how to repeat it. */
export function Summary({ report }: { report: Report }): VNode {
  const words = verdictInWords(report);
  const split = words.indexOf('(');
  return (
    <>
      <header class={`summary ${report.verdict}`}>
        <p class="what">Ledger conformance report</p>
        <h1>
          <span class="sign" aria-hidden="true">
            {verdictSigns[report.verdict]}
          </span>{' '}
          {words.slice(0, split)} <small>{words.slice(split)}</small>
        </h1>
        <p class="target">{targetInWords(report)}</p>
        <Facts report={report} />
      </header>
      <Counts report={report} />
      <div class="first">
        <Broken report={report} />
        <Repeat report={report} />
      </div>
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
    ['Took', run.finishedAt === null ? 'it never ended' : durationOf(run.startedAt, run.finishedAt)],
    ['Exit status', String(gate.status)],
    ['Suite', suite.version],
    ['Document', document.sha256.slice(0, 12)],
  ];
  return (
    <dl class="facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{visibleText(value, plainFact)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** ISO 8601 in UTC without the fraction: `2026-01-02 03:04:05 UTC`. */
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

function Broken({ report: { results, gate, observations } }: { report: Report }): VNode {
  const broken = ['failed', 'warned'].flatMap((wanted) =>
    results.filter(({ outcome }) => outcome === wanted),
  );
  const more = broken.length - shownBreaches;
  const others = gate.causes.filter((cause) => !/^\d+ MUST requirements? (is|are) broken/.test(cause));
  return (
    <section aria-labelledby="broke">
      <h2 id="broke">What broke</h2>
      {broken.length === 0 && <p>Nothing: no answer broke a requirement.</p>}
      {broken.length === 0 && observations.length > 0 && (
        <p>
          What was observed where the document leaves room stands beside its words:{' '}
          <a href="#clauses">{grouped(observations.length)} observations</a>.
        </p>
      )}
      <ul class="broken">
        {broken.slice(0, shownBreaches).map((result) => (
          <Breach key={`${result.requirement} ${result.operation}`} result={result} />
        ))}
      </ul>
      {more > 0 && (
        <p>
          <a href="#checks">and {more} more, under “By check”</a>
        </p>
      )}
      {others.slice(0, 10).map((cause) => (
        <p key={cause}>{visibleText(cause, 600)}</p>
      ))}
      <NotJudged results={results} />
    </section>
  );
}

function Breach({ result }: { result: ReportResult }): VNode {
  const { requirement, operation, outcome, findings } = result;
  const [first] = findings;
  return (
    <li class={outcome}>
      <a href={linkTo(checkFragment(requirement, operation))}>
        <Sign outcome={outcome} />
        {requirement} · {operation}
      </a>
      {first !== undefined && (
        <p>
          {visibleText(first.message, 200)} <span class="rate">{visibleText(first.rate, 40)}</span>
          {findings.length > 1 && <span class="rate">and {findings.length - 1} more findings</span>}
        </p>
      )}
    </li>
  );
}

/** Why requirements were not judged, the most frequent reason first, and what changes it. */
function NotJudged({ results }: { results: readonly ReportResult[] }): VNode | null {
  const open = results.filter(({ outcome }) => outcome === 'inconclusive' || outcome === 'not-exercised');
  if (open.length === 0) return null;
  const reasons = new Map<string, number>();
  for (const { outcome, reason } of open) {
    const key = `${outcomeInWords(outcome)}: ${reason ?? 'no reason given'}`;
    reasons.set(key, (reasons.get(key) ?? 0) + 1);
  }
  const sorted = [...reasons].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1));
  return (
    <>
      <h2>What was not judged</h2>
      <ul class="reasons">
        {sorted.slice(0, shownReasons).map(([reason, count]) => (
          <li key={reason}>
            <b>{count}</b> {visibleText(reason, plainFact)}
            <Remedy reason={reason.slice(reason.indexOf(': ') + 2)} />
          </li>
        ))}
        {sorted.length > shownReasons && (
          <li>and {sorted.length - shownReasons} more reasons, under “By check”</li>
        )}
      </ul>
    </>
  );
}

function Remedy({ reason }: { reason: string }): VNode | null {
  const remedy = remedyFor(reason);
  return remedy === undefined ? null : <span class="remedy"> → {remedy}</span>;
}

function Repeat({ report }: { report: Report }): VNode {
  const own = report.target.kind === 'reference';
  return (
    <section aria-labelledby="repeat">
      <h2 id="repeat">How to repeat it</h2>
      <p>{own ? 'With no TARGET_* set:' : 'With the same settings (TARGET_*):'}</p>
      <Copyable text={visibleText(rerunCommand(report.run), 1_000)} />
      <p>Judge the recorded exchanges again, in the folder of this file, without the server:</p>
      <Copyable text="ledger-conformance judge ." />
      {report.results.some(({ findings }) => findings.length > 0) && (
        <p>Each finding below has its own command, and the request for curl.</p>
      )}
    </section>
  );
}
