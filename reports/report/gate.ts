import type { CheckLine, RunFailure } from '../../journal/journal-line.ts';
import { firstNames } from '../formats/plain-text.ts';
import type { GateStatus, Report, ReportResult } from './report.ts';
import { isRed, waiverText } from './waivers.ts';

/** The input for the exit status. */
interface GateParts extends Pick<Report, 'verdict' | 'coverage' | 'results' | 'waivers'> {
  readonly problems: readonly string[];
  readonly errors: readonly CheckLine[];
  /** Why the run could not begin or go on, if so. */
  readonly failure: RunFailure | undefined;
  readonly strict: boolean;
  readonly requireAll: boolean;
}

/** What a cause is about. */
export type GateCauseKind =
  | 'wrong-usage'
  | 'must-broken'
  | 'should-broken'
  | 'waiver'
  | 'suite-failed'
  | 'not-tested'
  | 'run-incomplete'
  | 'must-inconclusive'
  | 'nothing-passed'
  | 'partial-coverage';

/** What the results or the waivers of a report show too. */
const shownElsewhere: ReadonlySet<string> = new Set<GateCauseKind>([
  'must-broken',
  'must-inconclusive',
  'waiver',
]);

/** The causes of the exit status that no result of the report shows. Reports of earlier versions have no kinds of causes. */
export function causesBesideResults({ gate: { causes, causeKinds = [] } }: Pick<Report, 'gate'>): string[] {
  return causes.filter((_, index) => !shownElsewhere.has(causeKinds[index] ?? 'waiver'));
}

/** Kinds of causes that keep a run from beginning. */
const ofFailures: ReadonlySet<string> = new Set<GateCauseKind>(['wrong-usage', 'not-tested', 'suite-failed']);

/** Why a run tested nothing, if it could not begin. */
export function whyUntested({ gate, counts }: Pick<Report, 'gate' | 'counts'>): string | undefined {
  const { causes, causeKinds = [] } = gate;
  return counts.cases === 0 && causeKinds.some((kind) => ofFailures.has(kind)) ? causes.join(' ') : undefined;
}

/** A status, the kind of its cause, and the cause as a sentence; false if it does not apply. */
type Cause = readonly [GateStatus, GateCauseKind, text: string | false];

/** The first status of 2, 1, 4, 3, 0 that applies, with all causes in that order. */
export function gateOf(parts: GateParts): Report['gate'] {
  const { failure, errors } = parts;
  const causes = [
    ...failed(parts, 2, 'wrong-usage'),
    ...breaches(parts),
    ...failed(parts, 4, 'suite-failed'),
    ...suiteFailures(errors),
    ...(failure === undefined ? withoutVerdict(parts) : failed(parts, 3, 'not-tested')),
  ].filter(([, , text]) => text !== false);
  return {
    status: causes[0]?.[0] ?? 0,
    causes: causes.map(([, , text]) => String(text)),
    causeKinds: causes.map(([, kind]) => kind),
  };
}

function failed({ failure }: GateParts, status: GateStatus, kind: GateCauseKind): Cause[] {
  return failure?.status === status ? failure.causes.map((text) => [status, kind, text]) : [];
}

function breaches({ results, waivers, strict }: GateParts): Cause[] {
  const unwaived = results.filter(({ waived }) => waived === null);
  const broken = unwaived.filter(({ level, outcome }) => level === 'MUST' && outcome === 'failed');
  const warned = strict ? unwaived.filter(({ outcome }) => outcome === 'warned') : [];
  return [
    [1, 'must-broken', broken.length > 0 && `${counted(broken, 'MUST')} broken: ${listed(broken)}.`],
    [
      1,
      'should-broken',
      warned.length > 0 && `${counted(warned, 'SHOULD')} broken, which --strict counts: ${listed(warned)}.`,
    ],
    ...waivers.filter(isRed).map((waiver): Cause => [1, 'waiver', waiverText(waiver) ?? false]),
  ];
}

/** One cause for each reason: what ends a process ends all checks that are left. */
function suiteFailures(errors: readonly CheckLine[]): Cause[] {
  const reasons = [...new Set(errors.map(({ reason }) => reason))];
  return reasons.map((reason): Cause => {
    const inThese = listed(errors.filter((each) => each.reason === reason));
    return [4, 'suite-failed', `The suite itself failed in ${inThese}: ${reason ?? 'no reason given'}`];
  });
}

function withoutVerdict(parts: GateParts): Cause[] {
  const { verdict, coverage, results, problems, requireAll } = parts;
  const must = results.filter(({ level }) => level === 'MUST');
  const open = must.filter(({ outcome }) => outcome === 'inconclusive');
  const { total, exercised } = coverage.must;
  const isEmpty = verdict === 'inconclusive' && !must.some(({ outcome }) => outcome === 'passed');
  return [
    ...problems.map((text): Cause => [3, 'run-incomplete', text]),
    [3, 'must-inconclusive', open.length > 0 && `${counted(open, 'MUST')} inconclusive: ${listed(open)}.`],
    [3, 'nothing-passed', isEmpty && 'No MUST requirement passed.'],
    [
      3,
      'partial-coverage',
      requireAll &&
        coverage.state === 'partial' &&
        `Coverage is partial, which --require-all forbids: ${exercised} of ${total} MUST were exercised.`,
    ],
  ];
}

function counted(results: readonly ReportResult[], level: string): string {
  return results.length === 1 ? `1 ${level} requirement is` : `${results.length} ${level} requirements are`;
}

function listed(results: readonly Pick<ReportResult, 'requirement' | 'operation'>[]): string {
  const names = results.map(({ requirement, operation }) => `${requirement} on ${operation}`);
  return firstNames(names, 10);
}
