import type { Operation } from '../operation.ts';
import type { Action, Condition, Doing } from '../rows/engine.ts';
import type { Stage } from '../rows/stages.ts';
import type { ConditionKind } from './condition-kind.ts';

/** What a changed server needs at start; explicit options of startReference take precedence. */
export interface Serving {
  readonly users?: number;
  readonly singleUse?: boolean;
  readonly prefix?: string;
  /** How far its clock is ahead of that of the machine, in seconds. */
  readonly clockAhead?: number;
  /** The profile whose behaviour it changes; default `document`. */
  readonly profile?: 'document' | 'canton-3.5';
  /** TARGET_* settings for a run against it, if they differ. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** A server that breaks the contract in one way. */
export interface Fault {
  readonly id: string;
  /** A sentence about what the server does. */
  readonly title: string;
  readonly operations: readonly Operation[];
  /** Ids of the requirements that it breaks; at least one must condemn it. */
  readonly requirements: readonly string[];
  /** The words of interface.md that it breaks. */
  readonly quote: string;
  readonly when: 'always' | 'sometimes' | 'late' | 'concurrent';
  /** The condition in which alone it shows; absent if it shows whenever a request meets what it breaks. */
  readonly only?: ConditionKind;
  readonly serving?: Serving;
  readonly under?: readonly Condition[];
  readonly does?: readonly Action[];
  /** The order of the stages, if it is another one than usual. */
  readonly order?: readonly Stage[];
  /** The rows that it consists of, if they are several. */
  readonly parts?: readonly Doing[];
}
