import type { Difference } from './comparison.ts';

/** A difference as a sentence. */
export function inWords({ name, old, new: new_ }: Difference): string {
  return `The ${name} ${name.endsWith('s') ? 'differ' : 'differs'}: ${old}, then ${new_}.`;
}
