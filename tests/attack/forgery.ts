import type { NamedKey } from '../../certificate/keys.ts';
import type { Files } from '../../certificate/manifest.ts';
import type { Verifier } from '../../certificate/verifier.ts';

/** What is attacked; docs/threat-model.md has the same words. */
export const groups = [
  'archive',
  'evidence',
  'statement',
  'envelope',
  'journal',
  'exchanges',
  'generation',
  'report',
  'keys',
  'timestamps',
  'log entries',
  'secrets',
  'challenge',
  'assurance',
  'status',
  'artifacts',
] as const;

export type Group = (typeof groups)[number];

/** A valid bundle of a real run, and the keys of everybody involved. */
export interface Base {
  readonly files: Files;
  /** Signed the bundle. */
  readonly vendor: NamedKey;
  readonly stranger: NamedKey;
  /** A bundle of the same run, which answers a challenge of the certifier, about the artifact `image`. */
  readonly challenged: Files;
  readonly certifier: NamedKey;
}

/** What is given to `verify`: files of a folder or the bytes of an archive, what it demands of them, and the time. */
export interface Attempt extends Partial<Verifier> {
  readonly files?: Files;
  readonly archive?: Buffer;
  readonly now?: Date;
}

/** A forged bundle, and how it must be refused. */
export interface Forgery {
  readonly group: Group;
  readonly name: string;
  readonly forge: (base: Base) => Attempt;
  /** The exit status of `verify`. */
  readonly status: number;
  /** A part of what it says. */
  readonly says: string;
}

/** A row of a table: its name, how it is forged, and what `verify` must say. */
export type Row = readonly [name: string, forge: Forgery['forge'], status: number, says: string];

export function forgeriesOf(group: Group, rows: readonly Row[]): Forgery[] {
  return rows.map(([name, forge, status, says]) => ({ group, name, forge, status, says }));
}
