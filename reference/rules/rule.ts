import type { Call } from '../call.ts';
import type { Refusal } from '../refusal.ts';

/**
 * One reason to reject a request. A rule ignores a part that is absent or malformed, because an earlier rule covers that.
 * So each rule can be removed on its own.
 */
export interface Rule {
  /** What is wrong and where, `missing /synchronizer`; unique within its operation. */
  readonly name: string;
  readonly refuse: (call: Call) => Refusal | undefined;
}
