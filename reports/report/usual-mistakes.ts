import { leniencyListOf } from '../../operations/leniencies-of.ts';
import { pitfallsOf } from '../../requirements/pitfalls/catalogue.ts';
import type { Hint } from './hint.ts';

/** What servers usually get wrong about a requirement: pitfalls, and what common software accepts. */
export function usualMistakes(requirement: string): Hint[] {
  return [...pitfallsOf(requirement), ...leniencyListOf(requirement)].map(({ id, title, stacks }) => ({
    id,
    title,
    stacks,
  }));
}
