import type { Profile } from '../profiles/profile.ts';
import { requirement as entryOf } from '../requirements/catalogue.ts';
import type { Operation } from '../requirements/requirement.ts';
import { type FindingText, findingTexts, type Place } from './text/finding-texts.ts';

export type FindingKind = keyof typeof findingTexts;

/** What distinguishes findings of one kind at one pointer; used in their message. */
type FindingParameters = Readonly<Record<string, string | number | readonly string[]>>;

/** A breach of a requirement; `pointer` is a JSON pointer into the body of the response. */
export interface Finding {
  readonly requirement: string;
  readonly operation: Operation;
  readonly kind: FindingKind;
  readonly place: Place;
  /** In lower case, if it is about a header. */
  readonly header?: string;
  readonly parameters?: FindingParameters;
  /** The request is the smallest that still fails. */
  readonly shrunk?: true;
  /** Display text, like `expected` and `actual`; nothing depends on it. */
  readonly message: string;
  readonly pointer: string;
  readonly expected: string;
  readonly actual: string;
  readonly exchanges: readonly string[];
  /** Of a relation between two answers: the value that each of them has, in the order of the exchanges. */
  readonly sides?: readonly { readonly exchange: string; readonly value: string }[];
}

/** The default of place and header is that of the kind. */
type FoundAnywhere = Pick<Finding, 'requirement' | 'operation' | 'actual' | 'exchanges'> &
  Partial<Pick<Finding, 'place' | 'header' | 'pointer' | 'shrunk' | 'sides'>> & {
    /** A profile that defines what is expected, in addition to or instead of the document, with its source. */
    readonly promise?: {
      readonly profile: Profile;
      readonly entry: { readonly reason: string; readonly source: string };
      readonly instead?: true;
    };
    /** The expected value, if it depends on the request. */
    readonly here?: string;
  };

type ParametersOf<K extends FindingKind> =
  Parameters<(typeof findingTexts)[K]['message']> extends [infer P]
    ? { readonly parameters: P }
    : { readonly parameters?: never };

/** A finding of a judge without display text. */
export type Found = {
  [K in FindingKind]: FoundAnywhere & { readonly kind: K } & ParametersOf<K>;
}[FindingKind];

/** Adds the display text; the only place where the text of a finding is made. */
export function findingOf(found: Found): Finding {
  const { requirement, operation, kind, parameters, shrunk, pointer = '', actual, exchanges, sides } = found;
  const text: FindingText = findingTexts[kind];
  const place = found.place ?? text.place;
  const header = found.header ?? (found.place === undefined ? text.header : undefined);
  return {
    requirement,
    operation,
    kind,
    place,
    header,
    parameters: parameters === undefined ? undefined : { ...parameters },
    shrunk,
    message: findingMessage(kind, parameters),
    pointer,
    expected: expectedText(found),
    actual,
    exchanges,
    sides,
  };
}

/** The message of a finding of a kind. */
export function findingMessage(kind: FindingKind, parameters: object | undefined): string {
  const text: FindingText = findingTexts[kind];
  return text.message(parameters as never);
}

function expectedText({ requirement, promise, here }: Found): string {
  const said = promise === undefined ? [] : [saidBy(promise.profile, promise.entry)];
  return [
    ...(promise?.instead === true ? [] : [expectation(requirement)]),
    ...said,
    ...(here === undefined ? [] : [`Here: ${here}`]),
  ].join(' ');
}

/** What a requirement expects: its statement and the document's words. */
export function expectation(id: string): string {
  const entry = entryOf(id);
  return `${entry.statement} (“${entry.quote}”)`;
}

/** What a profile says about something, with its source. */
export function saidBy(
  { id }: Profile,
  { reason, source }: { readonly reason: string; readonly source: string },
): string {
  return `${reason} (profile ${id}: ${source})`;
}

/** Parameters that are display text; `of` holds the same information as data. */
const textParameters: readonly string[] = ['case', 'chain'];

/** The parameters that are data. */
export function withoutText(parameters: FindingParameters = {}): [name: string, value: unknown][] {
  return Object.entries(parameters).filter(
    ([name, value]) => value !== undefined && !textParameters.includes(name),
  );
}
