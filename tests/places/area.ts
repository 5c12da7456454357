import type { CaseLine } from '../../journal/case-line.ts';
import type { Exchange } from '../../wire/exchange.ts';

/** A case that was sent, with the exchanges that it is about. */
export interface Sent {
  readonly line: CaseLine;
  readonly probes: readonly Exchange[];
}

/** A kind of thing wrong or odd, and where it is. */
export type Pair = readonly [kind: string, place: string];

/** Why pairs make no sense. */
export interface Exclusion {
  readonly reason: string;
  readonly covers: (kind: string, place: string) => boolean;
}

/** Kinds of one sort, all places where they could be, and which pairs a case has. */
export interface Area {
  readonly title: string;
  readonly about: string;
  readonly kinds: readonly string[];
  readonly places: readonly string[];
  readonly exclusions: readonly Exclusion[];
  readonly pairsOf: (sent: Sent) => readonly Pair[];
}

export const keyOf = ([kind, place]: Pair): string => `${kind} | ${place}`;
