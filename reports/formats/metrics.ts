import { isBroken, type ReportResult, resultOutcomes, type Verdict, waiverStates } from '../report/report.ts';
import type { ReportView } from '../report/view.ts';
import { plainLine } from './plain-text.ts';

/** One line of a metric: its labels besides those that every line has, and its value. */
type Sample = readonly [labels: Readonly<Record<string, string>>, value: number];

const prefix = 'ledger_conformance_';
const verdicts: readonly Verdict[] = ['conformant', 'non-conformant', 'inconclusive'];

/**
 * A report in the text format of Prometheus, for the textfile collector of node_exporter. Everything is a gauge: each run
 * replaces the file. `target` and `profile` are on every line, because the collector reads the files of several targets as
 * one. There are no timestamps, which it would refuse.
 */
export function prometheus(view: ReportView): string {
  const { target, profile } = view;
  const every = { target: plainLine(target.baseUrl, 500), profile: plainLine(profile, 500) };
  return metrics
    .flatMap(([name, help, samples]) => {
      const lines = samples(view).map(
        ([labels, value]) => `${prefix}${name}{${labelled({ ...every, ...labels })}} ${value}`,
      );
      const head = [`# HELP ${prefix}${name} ${help}`, `# TYPE ${prefix}${name} gauge`];
      return lines.length === 0 ? [] : [...head, ...lines];
    })
    .map((line) => `${line}\n`)
    .join('');
}

const alone = (value: number): Sample[] => [[{}, value]];

/** Metrics: the name without the prefix, the help, and the samples. */
const metrics: readonly (readonly [string, string, (view: ReportView) => readonly Sample[]])[] = [
  [
    'info',
    'Version of the suite and effort of the last run; always 1.',
    ({ suite, run }) => [[{ version: suite.version, effort: run.effort }, 1]],
  ],
  [
    'verdict',
    'Verdict of the last run: 1 for the current one, 0 for the others.',
    (view) => verdicts.map((verdict) => [{ verdict }, view.verdict === verdict ? 1 : 0]),
  ],
  [
    'exit_status',
    'Exit status of the last run: 0 conformant, 1 non-conformant, 2 wrong usage, 3 no verdict, 4 suite failed.',
    ({ gate }) => alone(gate.status),
  ],
  [
    'results',
    'Results of the last run, one for each requirement and operation, by outcome.',
    ({ counts }) => resultOutcomes.map((outcome) => [{ outcome }, counts[outcome]]),
  ],
  [
    'must_exercised_ratio',
    'Share of the MUST requirements that the last run exercised, from 0 to 1.',
    ({ coverage: { must } }) => (must.total === 0 ? [] : alone(must.exercised / must.total)),
  ],
  [
    'requirement_broken',
    'Requirements that the last run found broken; always 1.',
    ({ results }) => results.filter(isBroken).map(broken),
  ],
  [
    'waivers',
    'Waivers of the last run, by state.',
    ({ waivers }) =>
      waivers.length === 0
        ? []
        : waiverStates.map((state) => [{ state }, waivers.filter((each) => each.state === state).length]),
  ],
  ['exchanges', 'Requests that the last run sent.', ({ counts }) => alone(counts.exchanges)],
  [
    'duration_seconds',
    'Time that the last run took.',
    ({ ms }) => (ms === undefined ? [] : alone(ms / 1_000)),
  ],
  [
    'last_run_timestamp_seconds',
    'Time at which the last run ended; if it was cut off, at which it started.',
    ({ run }) => alone(Date.parse(run.finishedAt ?? run.startedAt) / 1000),
  ],
];

function broken({ requirement, operation, level, waived }: ReportResult): Sample {
  return [{ requirement, operation, level, waived: String(waived !== null) }, 1];
}

function labelled(labels: Readonly<Record<string, string>>): string {
  return Object.entries(labels)
    .map(([name, value]) => `${name}="${value.replace(/[\\"]/g, '\\$&').replaceAll('\n', '\\n')}"`)
    .join(',');
}

/** How many broken requirements the line names. */
const named = 10;

/**
 * A report in one line of logfmt, for alerts on logs. Its keys are always the same, in the same order, and the first is
 * always `suite=ledger-conformance`; what is unknown is empty. New keys are only added at the end.
 */
export function logfmt(view: ReportView): string {
  const { suite, target, profile, run, verdict, gate, coverage, counts } = view;
  const fields = {
    suite: suite.name,
    version: suite.version,
    target: target.baseUrl,
    profile,
    effort: run.effort,
    verdict,
    status: gate.status,
    must: coverage.must.total,
    exercised: coverage.must.exercised,
    passed: counts.passed,
    failed: counts.failed,
    waived: view.waivedFailures,
    warned: counts.warned,
    inconclusive: counts.inconclusive,
    exchanges: counts.exchanges,
    started: run.startedAt,
    seconds: view.ms === undefined ? '' : view.ms / 1_000,
    broken: view
      .of('failed')
      .slice(0, named)
      .map(({ requirement, operation }) => `${requirement}@${operation}`)
      .join(),
  };
  return `${Object.entries(fields)
    .map(([key, value]) => `${key}=${quoted(String(value))}`)
    .join(' ')}\n`;
}

/** Quoted only where a reader would otherwise see the end of the value. */
function quoted(value: string): string {
  const line = plainLine(value, 500);
  return /[\s"=\\]/.test(line) ? `"${line.replace(/[\\"]/g, '\\$&')}"` : line;
}
