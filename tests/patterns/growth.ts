import { countSteps, tooMany } from './count-steps.ts';
import { type Attack, attacksOn, longestCount, repeats, written } from './hostile-inputs.ts';
import { readPattern } from './read-pattern.ts';

/** An attack under which the steps of a pattern grow faster than the text, and how many they are. */
export interface Superlinear extends Attack {
  readonly steps: readonly number[];
}

/** Twice as much text added must cost twice as much; the square of it would be four times. */
const most = 2.5;

/** The first attack that a pattern does not withstand; undefined if its time is linear in the text. */
export function superlinear(source: string, flags: string): Superlinear | undefined {
  const pattern = readPattern(source, flags);
  if (!repeats(pattern.root)) return undefined;
  const size = Math.max(60, 2 * longestCount(pattern.root));
  for (const attack of attacksOn(pattern)) {
    // All sizes leave the same rest for groups of two, three, four and so on.
    const times = 12 * Math.ceil(size / attack.pump.length / 12);
    const steps = [times, 2 * times, 4 * times].map((each) => countSteps(pattern, written(attack, each)));
    const [one = 0, two = 0, four = 0] = steps;
    if (four === tooMany || four - two > most * Math.max(two - one, one, size)) return { ...attack, steps };
  }
  return undefined;
}
