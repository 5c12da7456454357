import { anyIndex } from '../json/json-pointer.ts';
import { type AttemptLine, type CameBack, type CaseLine, cameBackKey, isConcurrent } from './case-line.ts';
import { type Finding, withoutText } from './finding.ts';

/**
 * What the probes of several cases have in common: the requirement they were sent for, the kind of request, the location in
 * its body (array indexes are `*`), and the kind of credential.
 */
export interface InputKind {
  readonly requirement: string;
  readonly kind: string;
  readonly pointer: string;
  readonly credential: string;
}

export function inputKindOf(
  line: Pick<CaseLine, 'requirement' | 'kind' | 'wrong' | 'credential'>,
): InputKind {
  const { requirement, kind, wrong, credential } = line;
  return { requirement, kind, pointer: wrong === 'valid' ? '' : anyIndex(wrong.pointer), credential };
}

/** The same for equal kinds of input. */
export function inputKey({ requirement, kind, pointer, credential }: InputKind): string {
  return JSON.stringify([requirement, kind, pointer, credential]);
}

/** The requests of a case by their ordinals, each with the role of its first attempt; retries are no requests of their own. */
function rolesOf({ attempts }: Pick<CaseLine, 'attempts'>): Map<number, string> {
  const roles = new Map<number, string>();
  for (const { ordinal, attempt, role } of attempts)
    if (attempt === 1 || !roles.has(ordinal)) roles.set(ordinal, role);
  return roles;
}

/** The number of inputs that a case tries: its probes, and not what looks into them further. */
export function inputsAt(line: Pick<CaseLine, 'attempts'>): number {
  return [...rolesOf(line).values()].filter((role) => role === 'probe').length;
}

/** The number of requests of a case with such inputs: probes, their repetitions, and smaller ones; not controls or pages. */
export function attemptsAt(line: Pick<CaseLine, 'attempts'>): number {
  return [...rolesOf(line).values()].filter((role) => probing.includes(role)).length;
}

/** The roles of requests with the input of a case. */
const probing: readonly string[] = ['probe', 'repeat', 'shrink'];

/** Where a finding is from, as far as findings are grouped by it. */
export interface FindingSource {
  /** The requirement whose case showed it. */
  readonly shownBy?: string;
  /** The probe of the case; absent for a finding on a control, on pages, or on several answers. */
  readonly input?: InputKind;
  /** Distinguishes inputs of the same kind; display text. */
  readonly detail?: string;
  /** Present if other requests were under way. */
  readonly isConcurrent?: true;
  /** Absent for a relation between several answers. */
  readonly cameBack?: CameBack;
}

/** Kinds of findings that say how a kind of input was answered; all others are about the answers themselves. */
const aboutInputs: readonly string[] = ['accepted-invalid', 'valid-rejected', 'request-unanswered'];

/** Parameters that differ from one occurrence to the next. */
const ofOccurrence: readonly string[] = ['of', 'without', 'smallest', 'index', 'failed', 'walks'];

/** The source of a finding in a case. */
export function sourceOf(line: CaseLine, finding: Finding): FindingSource {
  const attempt = attemptOf(line, finding.exchanges.at(-1));
  const isProbe = attempt !== undefined && isOfProbe(line, attempt);
  return {
    shownBy: line.requirement,
    input: isProbe ? inputKindOf(line) : undefined,
    detail: isProbe ? line.detail : undefined,
    isConcurrent: isConcurrent(line) || undefined,
    cameBack: finding.place === 'relation' ? undefined : attempt?.cameBack,
  };
}

export function attemptOf({ attempts }: CaseLine, exchange: string | undefined): AttemptLine | undefined {
  return attempts.find((attempt) => attempt.exchange === exchange);
}

/** Retries share the ordinal of the request. */
function isOfProbe({ attempts }: CaseLine, { ordinal }: AttemptLine): boolean {
  return attempts.some((attempt) => attempt.ordinal === ordinal && probing.includes(attempt.role));
}

/** Whether a finding says how a kind of input was answered. */
export function isAboutInput(kind: string | undefined, { input }: FindingSource): boolean {
  return input !== undefined && aboutInputs.includes(kind ?? '');
}

/**
 * The same for findings of one requirement that a report lists as one: of the same kind, at the same place, on the same
 * kind of input if they are about inputs, and with the same kind of answer.
 */
export function groupKey(finding: Omit<Finding, 'exchanges'>, source: FindingSource): string {
  const { kind, header } = finding;
  const input = isAboutInput(kind, source) && source.input !== undefined ? inputKey(source.input) : null;
  return JSON.stringify([header, placeKey(finding), input, cameBackKey(source.cameBack)]);
}

/** The same for findings of one requirement that say the same of the same place, whichever request shows it. */
export function placeKey({
  kind,
  pointer,
  parameters,
}: Pick<Finding, 'pointer' | 'parameters'> & { readonly kind: string }): string {
  const fixed = withoutText(parameters)
    .filter(([name]) => !ofOccurrence.includes(name))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([kind, anyIndex(pointer), fixed]);
}

/**
 * How many answers and inputs a finding adds to its group. An answer with several findings of a group counts once; what repeats
 * an input that is counted, or makes it smaller, is no input of its own.
 * @param source as `sourceOf` says it
 * @param counted what earlier findings of the case have added; gets what this one adds
 */
export function affectedBy(
  line: CaseLine,
  finding: Finding,
  source: FindingSource,
  counted: Set<string>,
): { readonly answers: 0 | 1; readonly inputs: 0 | 1 } {
  const { requirement, operation, exchanges } = finding;
  const shown = exchanges.at(-1);
  const group = [requirement, operation, groupKey(finding, source)].join(' ');
  const answer = `${group} ${shown ?? ''}`;
  if (shown !== undefined && counted.has(answer)) return { answers: 0, inputs: 0 };
  const role = rolesOf(line).get(attemptOf(line, shown)?.ordinal ?? 0);
  const isAgain = (role === 'repeat' || role === 'shrink') && counted.has(group);
  counted.add(answer).add(group);
  return { answers: 1, inputs: isAgain ? 0 : 1 };
}
