import type { Serving } from '../faults/fault.ts';
import type { Operation } from '../operation.ts';
import type { Action, Condition, Doing } from '../rows/engine.ts';
import type { Stage } from '../rows/stages.ts';
import type { HttpSettings } from '../server.ts';

/** A conformant server that differs in what the contract leaves open; no check may condemn it. */
export interface Variant {
  readonly id: string;
  /** A sentence about what the server does. */
  readonly title: string;
  readonly operations: readonly Operation[];
  /** The words of interface.md, or the ruling, that leave it open. */
  readonly quote: string;
  /** The requirements, each a SHOULD, of which a run warns. */
  readonly warns?: readonly string[];
  readonly serving?: Serving;
  readonly under?: readonly Condition[];
  readonly does?: readonly Action[];
  /** The order of the stages, if it is another one than usual. */
  readonly order?: readonly Stage[];
  readonly http?: HttpSettings;
  /** The rows that a mixture consists of. */
  readonly parts?: readonly Doing[];
}
