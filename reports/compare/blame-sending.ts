import type { Blame, Difference } from './comparison.ts';
import { inWords } from './difference-in-words.ts';

/** Differences by which two runs send other requests. */
const sending = ['seed', 'effort', 'profile', 'selection', 'shard'];

/**
 * What speaks for another cause than the target where two runs were not made alike.
 * @param more names of further differences that count as scope
 */
export function blameForSending(differences: readonly Difference[], more: readonly string[] = []): Blame {
  const suite = differences.filter(({ cause }) => cause === 'suite');
  const scope = differences.filter(({ name }) => sending.includes(name) || more.includes(name));
  const target = differences.filter(({ cause }) => cause === 'target');
  if (suite.length > 0) return { cause: 'suite', because: suite.map(inWords) };
  if (scope.length > 0) return { cause: 'scope', because: scope.map(inWords) };
  return {
    cause: 'target',
    because: target.length > 0 ? target.map(inWords) : ['Both runs sent the same requests.'],
  };
}
