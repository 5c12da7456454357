import { everyFault as faults, everyVariant as variants } from '../../reference/changes.ts';
import { requirements as catalogue } from '../../requirements/catalogue.ts';
import type { Proof } from './prove-one.ts';

/** The kill matrix: which requirement condemns which fault, and what is wrong with the proof. */
export interface Matrix {
  readonly schemaVersion: 1;
  readonly faults: { readonly total: number; readonly killed: number };
  readonly variants: { readonly total: number; readonly condemned: number };
  readonly musts: { readonly total: number; readonly proven: number };
  /** Fault by fault: the named requirements that condemned it. */
  readonly kills: Readonly<Record<string, readonly string[]>>;
  /** The killed faults that were not tried at `quick`, or not found by it. */
  readonly standardOnly: readonly string[];
  /** Sentences about every fault that survived and every variant that was condemned; a proof has none. */
  readonly problems: readonly string[];
}

/** Folds proofs into the matrix, in an order that does not depend on who finished first. */
export function matrixOf(proofs: readonly Proof[]): Matrix {
  const sorted = [...proofs].sort((a, b) => (a.id < b.id ? -1 : 1));
  const kills: Record<string, readonly string[]> = {};
  const standardOnly: string[] = [];
  const problems: string[] = [];
  for (const proof of sorted) {
    if (proof.kind === 'fault') {
      const named = namedKills(proof);
      if (named.length > 0 && proof.fired > 0) {
        kills[proof.id] = named;
        if (proof.effort !== 'quick') standardOnly.push(proof.id);
      } else problems.push(survival(proof));
    } else if (proof.error !== null)
      problems.push(`The variant ${proof.id} could not be tested: ${proof.error}`);
    else if (proof.condemnedBy.length > 0)
      problems.push(`The variant ${proof.id} is condemned by ${proof.condemnedBy.join(', ')}.`);
    else if (proof.fired === 0) problems.push(`The variant ${proof.id} never showed.`);
  }
  const killing = new Set(Object.values(kills).flat());
  const musts = catalogue.filter(({ level, excluded }) => level === 'MUST' && excluded === undefined);
  const unproven = musts.filter(({ id }) => ![...killing].some((each) => each.startsWith(`${id}@`)));
  for (const { id } of unproven) problems.push(`No fault is killed by ${id}.`);
  const of = (kind: Proof['kind']): Proof[] => sorted.filter((proof) => proof.kind === kind);
  return {
    schemaVersion: 1,
    faults: { total: of('fault').length, killed: Object.keys(kills).length },
    variants: {
      total: of('variant').length,
      condemned: of('variant').filter(({ condemnedBy, error }) => condemnedBy.length > 0 || error !== null)
        .length,
    },
    musts: { total: musts.length, proven: musts.length - unproven.length },
    kills,
    standardOnly,
    problems,
  };
}

/** The matrix with some proofs in place of older ones, and without the faults that are gone. */
export function withProofs(known: Matrix, proofs: readonly Proof[]): Matrix {
  const some = matrixOf(proofs);
  const again = new Set(proofs.map(({ id }) => id));
  const ids = faults.map(({ id }) => id);
  const isKept = (id: string): boolean => ids.includes(id) && !again.has(id);
  const kills = Object.entries({
    ...Object.fromEntries(Object.entries(known.kills).filter(([id]) => isKept(id))),
    ...some.kills,
  }).sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    ...known,
    faults: { total: ids.length, killed: kills.length },
    variants: { total: variants.length, condemned: known.variants.condemned + some.variants.condemned },
    kills: Object.fromEntries(kills),
    standardOnly: [...known.standardOnly.filter(isKept), ...some.standardOnly].sort(),
    problems: [...known.problems, ...some.problems.filter((problem) => !problem.startsWith('No fault'))],
  };
}

function namedKills({ id, condemnedBy }: Proof): string[] {
  const named = faults.find((fault) => fault.id === id)?.requirements ?? [];
  return condemnedBy.filter((each) => named.includes(each.split('@')[0] ?? ''));
}

function survival(proof: Proof): string {
  if (proof.error !== null) return `The fault ${proof.id} could not be tested: ${proof.error}`;
  if (proof.fired === 0) return `The fault ${proof.id} never showed.`;
  if (proof.condemnedBy.length > 0)
    return `The fault ${proof.id} is condemned only by ${proof.condemnedBy.slice(0, 6).join(', ')}, which it does not name.`;
  const { requirements = [] } = faults.find(({ id }) => id === proof.id) ?? {};
  const isOfMust = catalogue.some(({ id, level }) => level === 'MUST' && requirements.includes(id));
  return isOfMust
    ? `The fault ${proof.id} survives.`
    : `The fault ${proof.id} breaks no MUST, and only those are proven: make it a variant in reference/variants/.`;
}
