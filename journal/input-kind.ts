import { anyIndex } from '../json/json-pointer.ts';
import type { CaseLine } from './case-line.ts';

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

export function inputKindOf({
  requirement,
  kind,
  wrong,
  credential,
}: Pick<CaseLine, 'requirement' | 'kind' | 'wrong' | 'credential'>): InputKind {
  return { requirement, kind, pointer: wrong === 'valid' ? '' : anyIndex(wrong.pointer), credential };
}

/** The same for equal kinds of input. */
export function inputKey({ requirement, kind, pointer, credential }: InputKind): string {
  return JSON.stringify([requirement, kind, pointer, credential]);
}

/** The number of requests of a case that are such inputs: probes and their repetitions, not controls or pages. */
export function attemptsAt({ attempts }: Pick<CaseLine, 'attempts'>): number {
  const roles = new Map<number, string>();
  for (const { ordinal, attempt, role } of attempts)
    if (attempt === 1 || !roles.has(ordinal)) roles.set(ordinal, role);
  return [...roles.values()].filter((role) => role === 'probe' || role === 'repeat' || role === 'shrink')
    .length;
}
