import type { Call } from '../call.ts';
import type { Refusal } from '../refusal.ts';

/**
 * One reason to refuse a request. A rule about a part that is absent or of another shape stays silent: that is the
 * business of an earlier rule. So each rule can be taken away alone.
 */
export interface Rule {
  /** What is wrong and where, `missing /synchronizer`; unique within its operation. */
  readonly name: string;
  readonly refuse: (call: Call) => Refusal | undefined;
}
