import type { AnswerKind, Level, Operation, Requirement } from '../requirements/requirement.ts';

/** What is wrong with a request, as far as an entry of a profile may depend on it. */
export interface Circumstances {
  /** JSON pointer into the request body. */
  readonly pointer: string;
  readonly keyword: string;
  /** The value at the pointer, undefined where there is none; read only where an entry asks for it. */
  readonly value: () => unknown;
}

/** Narrows an entry to some faults of a request; what is absent does not narrow. */
export interface Narrowing {
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

/** Where a class of targets departs from the document: other answers allowed, or another level. */
export interface Deviation extends Entry {
  readonly requirement: string;
  readonly answers?: readonly AnswerKind[];
  readonly level?: Level;
}

/** A failure of the class that everybody knows to be wrong: it is listed, and decides nothing. */
export interface Defect extends Entry {
  readonly id: string;
  /** Requirements whose cases may show it. */
  readonly requirements: readonly string[];
  readonly status: number;
}

/** A JSON Schema. */
export type SchemaObject = Readonly<Record<string, unknown>>;

/** To which exchanges a pinned observation speaks; what is absent does not narrow. */
export interface PinnedWhen {
  /** What the answer claims to be. */
  readonly answers?: readonly (AnswerKind | 'other')[];
  /** Requirements whose cases it speaks to. */
  readonly requirements?: readonly string[];
  /** Regular expression for the kind of the credential, `valid` for the ordinary one. */
  readonly credential?: string;
  /** What the request must fit: `method`, `path`, `query`, `headers`, `body`. */
  readonly request?: SchemaObject;
  /** What the answer must fit: `kind`, `status`, `headers`, `mediaType`, `body`. */
  readonly answer?: SchemaObject;
}

/** Something that the document leaves open and the class of targets always does: a target of the class is held to it. */
export interface Pinned extends Entry {
  readonly requirement: string;
  readonly when?: PinnedWhen;
  /** The kinds of answer that may come back to a request of the requirement. */
  readonly answers?: readonly AnswerKind[];
  /** A schema that the request keeps, or it would not have been answered so. */
  readonly request?: SchemaObject;
  /** A schema that the answer keeps: `kind`, `status`, `headers`, `mediaType`, `body`. */
  readonly answer?: SchemaObject;
  /** The name of a computation over request and answer (checks/pinned/rules.ts), and what it is given. */
  readonly rule?: string;
  readonly parameters?: Readonly<Record<string, unknown>>;
}

/** What a class of targets promises. `document` has no deviations, no defects, and pins nothing. */
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

/** Whether an entry speaks of an operation and a fault; without a fault, of the operation whatever the fault. */
export function speaksOf(
  { operations, wrong }: Entry,
  operation: Operation,
  at: Circumstances | undefined,
): boolean {
  if (operations?.includes(operation) === false) return false;
  if (wrong === undefined) return true;
  if (at === undefined) return false;
  const { pointer, keywords, value } = wrong;
  return (
    (pointer === undefined || matches(pointer, at.pointer)) &&
    keywords?.includes(at.keyword) !== false &&
    (value === undefined || matches(value, JSON.stringify(at.value()) ?? ''))
  );
}

/** The entry that decides which kinds of answer are allowed, where it is not the requirement itself. */
export function answersEntry(
  { deviations, pinned }: Profile,
  requirement: string,
  operation: Operation,
  at?: Circumstances,
): Deviation | Pinned | undefined {
  const decides = (entry: Deviation | Pinned): boolean =>
    entry.requirement === requirement && entry.answers !== undefined && speaksOf(entry, operation, at);
  return deviations.find(decides) ?? pinned?.find(decides);
}

/** The known defect that a case of a requirement may show, if there is one. */
export function defectOf(
  { defects }: Profile,
  requirement: string,
  operation: Operation,
  at: Circumstances,
): Defect | undefined {
  return defects?.find(
    (defect) => defect.requirements.includes(requirement) && speaksOf(defect, operation, at),
  );
}

/**
 * The kinds of answer a requirement allows under a profile; undefined where anything goes (ruling 23).
 * @param at what is wrong with the request; without it, entries that depend on that are left out.
 */
export function allowedAnswers(
  profile: Profile,
  requirement: Requirement,
  operation: Operation,
  at?: Circumstances,
): readonly AnswerKind[] | undefined {
  const allowed = answersEntry(profile, requirement.id, operation, at)?.answers ?? requirement.answers;
  const isDefective = at !== undefined && defectOf(profile, requirement.id, operation, at) !== undefined;
  if (!isDefective || allowed === undefined || allowed.includes('error-object')) return allowed;
  return [...allowed, 'error-object'];
}

/**
 * The kinds of answer by which it is seen whether a requirement was exercised. What the document leaves open needs no
 * good control, whatever the profile makes of it (ruling 25).
 */
export function witnessedAnswers(
  profile: Profile,
  requirement: Requirement,
  operation: Operation,
  at?: Circumstances,
): readonly AnswerKind[] | undefined {
  return requirement.level === 'OPEN'
    ? requirement.answers
    : allowedAnswers(profile, requirement, operation, at);
}

/** The level of a requirement under a profile: what the profile pins is MUST, whatever the document leaves open. */
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
