import type { AnswerKind, Level, Operation, Requirement } from '../requirements/requirement.ts';

/** What is wrong with a request, as far as profile entries depend on it. */
export interface InvalidInput {
  /** JSON pointer into the request body. */
  readonly pointer: string;
  readonly keyword: string;
  /** JSON text of the value at the pointer, empty if there is none; only made if an entry needs it. */
  readonly valueText: () => string;
}

/** Restricts an entry to some faults of a request; absent members do not restrict. */
interface Narrowing {
  /** Regular expression for the pointer. */
  readonly pointer?: string;
  readonly keywords?: readonly string[];
  /** Regular expression for the JSON text of the value at the pointer. */
  readonly value?: string;
}

interface Entry {
  readonly operations?: readonly Operation[];
  readonly wrong?: Narrowing;
  readonly reason: string;
  readonly source: string;
}

/** A deviation of a class of targets from the document: other allowed answers, or another level. */
export interface Deviation extends Entry {
  readonly requirement: string;
  readonly answers?: readonly AnswerKind[];
  readonly level?: Level;
}

/** A known defect of the class of targets: it is listed but does not affect the verdict. */
export interface Defect extends Entry {
  readonly id: string;
  /** Requirements whose cases may show it. */
  readonly requirements: readonly string[];
  readonly status: number;
}

/** A JSON Schema. */
export type SchemaObject = Readonly<Record<string, unknown>>;

/** The exchanges that a pinned entry applies to; absent members do not restrict. */
interface PinnedWhen {
  /** What the answer appears to be. */
  readonly answers?: readonly (AnswerKind | 'other')[];
  /** Requirements whose cases it applies to. */
  readonly requirements?: readonly string[];
  /** Regular expression for the kind of the credential; `valid` for the ordinary one. */
  readonly credential?: string;
  /** Schema for the request: `method`, `path`, `query`, `headers`, `body`. */
  readonly request?: SchemaObject;
  /** Schema for the answer: `kind`, `status`, `headers`, `mediaType`, `body`. */
  readonly answer?: SchemaObject;
}

/** Something that the document leaves open but all targets of the class do, so that it is required of them. */
export interface Pinned extends Entry {
  readonly requirement: string;
  readonly when?: PinnedWhen;
  /** The allowed kinds of answer to requests of the requirement. */
  readonly answers?: readonly AnswerKind[];
  /** Schema that the request must match to be answered like this. */
  readonly request?: SchemaObject;
  /** Schema that the answer must match: `kind`, `status`, `headers`, `mediaType`, `body`. */
  readonly answer?: SchemaObject;
  /** The name of a computation over request and answer (judges/pinned/rules.ts), and its parameters. */
  readonly rule?: string;
  readonly parameters?: Readonly<Record<string, unknown>>;
}

/** The promises of a class of targets. `document` has no deviations, no defects, and pins nothing. */
export interface Profile {
  readonly id: string;
  readonly title: string;
  readonly defaults: { readonly pageSizeParameter: string; readonly pageTokenParameter: string };
  readonly deviations: readonly Deviation[];
  readonly defects?: readonly Defect[];
  readonly pinned?: readonly Pinned[];
}

const patterns = new Map<string, RegExp>();

/** Whether a text matches a pattern of a profile; each pattern is compiled once. */
export function matches(pattern: string, text: string): boolean {
  let compiled = patterns.get(pattern);
  if (compiled === undefined) {
    compiled = new RegExp(pattern);
    patterns.set(pattern, compiled);
  }
  return compiled.test(text);
}

/** Whether an entry applies to an operation and a fault; without a fault, to the operation with any fault. */
export function speaksOf(
  { operations, wrong }: Entry,
  operation: Operation,
  at: InvalidInput | undefined,
): boolean {
  if (operations?.includes(operation) === false) return false;
  if (wrong === undefined) return true;
  if (at === undefined) return false;
  const { pointer, keywords, value } = wrong;
  return (
    (pointer === undefined || matches(pointer, at.pointer)) &&
    keywords?.includes(at.keyword) !== false &&
    (value === undefined || matches(value, at.valueText()))
  );
}

/** The entry that overrides which kinds of answer the requirement allows. */
export function answersEntry(
  { deviations, pinned }: Profile,
  requirement: string,
  operation: Operation,
  at?: InvalidInput,
): Deviation | Pinned | undefined {
  const decides = (entry: Deviation | Pinned): boolean =>
    entry.requirement === requirement && entry.answers !== undefined && speaksOf(entry, operation, at);
  return deviations.find(decides) ?? pinned?.find(decides);
}

/** The known defect that a case of a requirement may show, if any. */
export function defectOf(
  { defects }: Profile,
  requirement: string,
  operation: Operation,
  at: InvalidInput,
): Defect | undefined {
  return defects?.find(
    (defect) => defect.requirements.includes(requirement) && speaksOf(defect, operation, at),
  );
}

/**
 * The kinds of answer that a requirement allows under a profile; undefined if any is allowed (ruling 23).
 * @param at what is wrong with the request; without it, entries that depend on the fault are ignored.
 */
export function allowedAnswers(
  profile: Profile,
  requirement: Requirement,
  operation: Operation,
  at?: InvalidInput,
): readonly AnswerKind[] | undefined {
  const allowed = answersEntry(profile, requirement.id, operation, at)?.answers ?? requirement.answers;
  const isDefective = at !== undefined && defectOf(profile, requirement.id, operation, at) !== undefined;
  if (!isDefective || allowed === undefined || allowed.includes('error-object')) return allowed;
  return [...allowed, 'error-object'];
}

/**
 * The kinds of answer that decide whether a requirement was exercised. What the document leaves open needs no control,
 * whatever the profile pins (ruling 25).
 */
export function witnessedAnswers(
  profile: Profile,
  requirement: Requirement,
  operation: Operation,
  at?: InvalidInput,
): readonly AnswerKind[] | undefined {
  return requirement.level === 'OPEN'
    ? requirement.answers
    : allowedAnswers(profile, requirement, operation, at);
}

/** The level of a requirement under a profile. What the profile pins is MUST, even if the document leaves it open. */
export function levelOf(
  { deviations, pinned }: Profile,
  requirement: Requirement,
  operation: Operation,
): Level {
  const speaks = (entry: Deviation | Pinned): boolean =>
    entry.requirement === requirement.id && entry.operations?.includes(operation) !== false;
  const deviation = deviations.find((entry) => entry.level !== undefined && speaks(entry));
  return deviation?.level ?? (pinned?.some(speaks) === true ? 'MUST' : requirement.level);
}
