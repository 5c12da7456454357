import type { CheckLine, RunFailure } from '../../journal/journal-line.ts';
import type { GateStatus, Report, ReportResult } from './report.ts';
import { isRed, waiverInWords } from './waiver-in-words.ts';

/** The input for the exit status. */
export interface GateParts extends Pick<Report, 'verdict' | 'coverage' | 'results' | 'waivers'> {
  readonly incomplete: boolean;
  readonly problems: readonly string[];
  readonly errors: readonly CheckLine[];
  /** Why the run could not begin or go on, if so. */
  readonly failure: RunFailure | undefined;
  readonly strict: boolean;
  readonly requireAll: boolean;
}

/** The reason for a non-zero exit status, as a sentence. */
interface GateCause {
  readonly kind: GateCauseKind;
  readonly text: string;
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

/** The first status of 2, 1, 4, 3, 0 that applies, with all causes in that order. */
export function gateOf(parts: GateParts): Report['gate'] {
  const found: readonly (readonly [GateStatus, readonly GateCause[]])[] = [
    [2, failed(parts, 2, 'wrong-usage')],
    [1, breaches(parts)],
    [4, [...failed(parts, 4, 'suite-failed'), ...parts.errors.map(suiteFailure)]],
    [3, parts.failure === undefined ? withoutVerdict(parts) : failed(parts, 3, 'not-tested')],
  ];
  const status = found.find(([, some]) => some.length > 0)?.[0] ?? 0;
  const causes = found.flatMap(([, some]) => some);
  return { status, causes: causes.map(({ text }) => text), causeKinds: causes.map(({ kind }) => kind) };
}

function failed({ failure }: GateParts, status: GateStatus, kind: GateCauseKind): GateCause[] {
  return failure?.status === status ? failure.causes.map((text) => ({ kind, text })) : [];
}

function causeIf(condition: boolean, kind: GateCauseKind, text: () => string): GateCause[] {
  return condition ? [{ kind, text: text() }] : [];
}

function breaches({ results, waivers, strict }: GateParts): GateCause[] {
  const unwaived = results.filter(({ waived }) => waived === null);
  const failed = unwaived.filter(({ level, outcome }) => level === 'MUST' && outcome === 'failed');
  const warned = strict ? unwaived.filter(({ outcome }) => outcome === 'warned') : [];
  return [
    ...causeIf(
      failed.length > 0,
      'must-broken',
      () => `${counted(failed, 'MUST')} broken: ${listed(failed)}.`,
    ),
    ...causeIf(
      warned.length > 0,
      'should-broken',
      () => `${counted(warned, 'SHOULD')} broken, which --strict counts: ${listed(warned)}.`,
    ),
    ...waivers
      .filter(isRed)
      .flatMap((waiver) => waiverInWords(waiver) ?? [])
      .map((text) => ({ kind: 'waiver' as const, text })),
  ];
}

function suiteFailure({ requirement, operation, reason }: CheckLine): GateCause {
  const text = `The suite itself failed in ${requirement} on ${operation}: ${reason ?? 'no reason given'}`;
  return { kind: 'suite-failed', text };
}

function withoutVerdict(parts: GateParts): GateCause[] {
  const { verdict, coverage, results, incomplete, problems, requireAll } = parts;
  const must = results.filter(({ level }) => level === 'MUST');
  const open = must.filter(({ outcome }) => outcome === 'inconclusive');
  const { total, exercised } = coverage.must;
  const isEmpty = verdict === 'inconclusive' && !must.some(({ outcome }) => outcome === 'passed');
  const told = incomplete && problems.length === 0 ? ['The run did not end.'] : problems;
  return [
    ...told.map((text) => ({ kind: 'run-incomplete' as const, text })),
    ...causeIf(
      open.length > 0,
      'must-inconclusive',
      () => `${counted(open, 'MUST')} inconclusive: ${listed(open)}.`,
    ),
    ...causeIf(isEmpty, 'nothing-passed', () => 'No MUST requirement passed.'),
    ...causeIf(
      requireAll && coverage.state === 'partial',
      'partial-coverage',
      () => `Coverage is partial, which --require-all forbids: ${exercised} of ${total} MUST were exercised.`,
    ),
  ];
}

function counted(results: readonly ReportResult[], level: string): string {
  return results.length === 1 ? `1 ${level} requirement is` : `${results.length} ${level} requirements are`;
}

function listed(results: readonly ReportResult[]): string {
  const names = results.slice(0, 10).map(({ requirement, operation }) => `${requirement} on ${operation}`);
  const more = results.length - names.length;
  return `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
