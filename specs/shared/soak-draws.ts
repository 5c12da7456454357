import type { Case, Run } from '../../engine/check.ts';
import type { Sampling } from '../../generators/sampling.ts';
import { seedOf } from '../../generators/seeding.ts';
import type { TargetFacts } from '../../journal/target-facts.ts';
import type { MakeValid } from './cases.ts';
import { allLenientCredentials, refusedCredentials } from './wrong-credentials.ts';

/** A number from 0 to 1 that decides the kind of request of case `index`. */
export function share(run: Run, index: number): number {
  return drawnNumber(run, 'kind', index) / 2 ** 32;
}

/** One of the given requests for case `index`. */
export function drawnFrom<T>(run: Run, index: number, some: readonly T[]): T {
  const one = some[drawnNumber(run, 'which', index) % some.length];
  if (one === undefined) throw new Error('There is nothing to draw from.');
  return one;
}

function drawnNumber({ seed, operation }: Run, what: string, index: number): number {
  return seedOf(seed, 'soak', operation, what, index) >>> 0;
}

/** Computes a value once per target and process, because it costs as much as many requests. */
export function madeOnce<T>(make: (run: Run) => T): (run: Run) => T {
  const known = new WeakMap<TargetFacts, T>();
  return (run) => {
    const before = known.get(run.facts);
    if (before !== undefined) return before;
    const made = make(run);
    known.set(run.facts, made);
    return made;
  };
}

/** Everything is derived from the first body, and the usual requests from the others. */
export function soakSampling({ seed, operation }: Run, base: number): Sampling {
  return { amount: base === 0 ? 'all' : 'usual', seed: [seed, operation, 'soak', base].join('/') };
}

type Made = (run: Run) => readonly Case[];

const lenientByValid = new Map<MakeValid, Made>();

/** Credentials of the catalogue for the valid requests of an operation; each new one would be one more secret. */
function lenientOf(valid: MakeValid): Made {
  const known = lenientByValid.get(valid) ?? madeOnce((run) => allLenientCredentials(run, valid));
  lenientByValid.set(valid, known);
  return known;
}

/** Rounds of altered credentials, enough to use every alteration of each kind. */
const rounds = 16;

/** Requests whose only fault is the credential. */
export function soakCredentials(run: Run, valid: MakeValid): Case[] {
  const round = refusedCredentials(run, valid, 'soak');
  const lenient = lenientOf(valid)(run);
  return [...Array.from({ length: rounds }, (_, index) => round(index)).flat(), ...lenient];
}
