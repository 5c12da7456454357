import type { Profile } from '../profiles/profile.ts';
import type { Operation } from '../requirements/requirement.ts';
import { expectation, saidBy } from './text/expectation.ts';
import type { FindingText, Place } from './text/finding-text.ts';
import { findingTexts } from './text/finding-texts.ts';

export type FindingKind = keyof typeof findingTexts;

/** What tells findings of one kind at one pointer apart; their message is made of it. */
export type FindingParameters = Readonly<Record<string, string | number | readonly string[]>>;

/** Something a target did that a requirement forbids; `pointer` is a JSON pointer into the answer's body. */
export interface Finding {
  readonly requirement: string;
  readonly operation: Operation;
  readonly kind: FindingKind;
  readonly place: Place;
  /** In lower case, where a header is meant. */
  readonly header?: string;
  readonly parameters?: FindingParameters;
  /** The request is the smallest that still fails. */
  readonly shrunk?: true;
  /** This and the next two are display text: nothing is decided by them. */
  readonly message: string;
  readonly pointer: string;
  readonly expected: string;
  readonly actual: string;
  readonly exchanges: readonly string[];
}

/** What a profile says of something, and the source that it rests on. */
interface Promised {
  readonly profile: Profile;
  readonly entry: { readonly reason: string; readonly source: string };
}

interface FoundAnywhere {
  readonly requirement: string;
  readonly operation: Operation;
  /** That of the kind unless given. */
  readonly place?: Place;
  readonly header?: string;
  readonly pointer?: string;
  readonly shrunk?: true;
  /** A profile that says what is expected, beside the document or instead of it. */
  readonly promise?: Promised & { readonly instead?: true };
  /** The value that the requirement speaks of, where it depends on the request. */
  readonly here?: string;
  readonly actual: string;
  readonly exchanges: readonly string[];
}

type ParametersOf<K extends FindingKind> =
  Parameters<(typeof findingTexts)[K]['message']> extends [infer P]
    ? { readonly parameters: P }
    : { readonly parameters?: never };

/** What a judge says of a breach, before it is put into words. */
export type Found = {
  [K in FindingKind]: FoundAnywhere & { readonly kind: K } & ParametersOf<K>;
}[FindingKind];

/** Puts what a judge found into words; the only place where the text of a finding is made. */
export function findingOf(found: Found): Finding {
  const { requirement, operation, kind, parameters, shrunk, pointer = '', actual, exchanges } = found;
  const text: FindingText = findingTexts[kind];
  const place = found.place ?? text.place;
  const header = found.header ?? (found.place === undefined ? text.header : undefined);
  return {
    requirement,
    operation,
    kind,
    place,
    ...(header === undefined ? {} : { header }),
    ...(parameters === undefined ? {} : { parameters: { ...parameters } }),
    ...(shrunk === undefined ? {} : { shrunk }),
    message: text.message(parameters as never),
    pointer,
    expected: expectedText(found),
    actual,
    exchanges,
  };
}

function expectedText({ requirement, promise, here }: Found): string {
  const said = promise === undefined ? [] : [saidBy(promise.profile, promise.entry)];
  return [
    ...(promise?.instead === true ? [] : [expectation(requirement)]),
    ...said,
    ...(here === undefined ? [] : [`Here: ${here}`]),
  ].join(' ');
}

/** The same for findings that say the same of the same place, whatever words they say it in. */
export function findingKey({
  kind,
  pointer,
  parameters,
}: Pick<Finding, 'pointer' | 'parameters'> & { readonly kind: string }): string {
  const sorted = Object.entries(parameters ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([pointer, kind, sorted]);
}
