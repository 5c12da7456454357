import type { Behaviour } from '../behaviour.ts';
import type { Ledger } from '../ledger.ts';
import type { Operation } from '../operation.ts';

/** What a fault or variant may use besides the behaviour that it changes. */
export interface ChangeContext {
  readonly ledger: Ledger;
  /** Counts that the change showed in an answer; a kill counts only then. */
  readonly fire: () => void;
  /** From 0 to below 1; the same series for the same seed. */
  readonly random: () => number;
}

export type Change = (behaviour: Behaviour, context: ChangeContext) => Behaviour;

/** What a changed server needs when it starts; explicit options of startReference come first. */
export interface Serving {
  readonly users?: number;
  readonly singleUse?: boolean;
  readonly prefix?: string;
  /** The profile whose behaviour it changes; `document` where nothing is said. */
  readonly profile?: 'document' | 'canton-3.5';
  /** TARGET_* settings of a run against it, where they differ. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** A server that breaks the contract in one way. */
export interface Fault {
  readonly id: string;
  /** A sentence about what the server does. */
  readonly title: string;
  readonly operations: readonly Operation[];
  /** Ids of the requirements that it breaks; one of them must condemn it. */
  readonly requirements: readonly string[];
  /** The words of interface.md that it breaks. */
  readonly quote: string;
  readonly when: 'always' | 'sometimes' | 'late' | 'concurrent';
  readonly serving?: Serving;
  readonly apply: Change;
}
