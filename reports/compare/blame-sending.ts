import type { Blame, Difference } from './comparison.ts';
import { inWords } from './difference-in-words.ts';

/** Differences that make two runs send different requests. */
const sending = ['seed', 'effort', 'profile', 'selection', 'shard'];

/**
 * Evidence that the runs were made differently, so that the cause may not be the target.
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
