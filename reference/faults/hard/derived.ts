import type { Circumstance } from '../../rows/engine.ts';
import type { FaultCircumstance } from '../circumstances/fault-circumstance.ts';
import type { ChangeContext, Fault } from '../fault.ts';
import { limitTo, type Occasion } from '../limit-to.ts';

/** When a fault of the tables occurs, if not always. */
interface Limit {
  readonly suffix: string;
  /** How titles begin. */
  readonly clause: string;
  readonly when?: Fault['when'];
  readonly only: FaultCircumstance;
  readonly circumstance: Circumstance;
  readonly occasion: (fault: Fault) => (context: ChangeContext) => Occasion;
}

/** The named faults of the tables, on some occasions. */
export function limited(faults: readonly Fault[], { suffix, clause, circumstance, occasion, ...when }: Limit, ids: readonly string[]): Fault[] {
  return ids.map((id) => {
    const fault = faults.find((each) => each.id === id);
    if (fault === undefined) throw new Error(`There is no fault "${id}"; name one of the tables.`);
    return {
      ...fault,
      ...when,
      id: `${id}-${suffix}`,
      title: `${clause}: ${fault.title}`,
      under: [circumstance, ...(fault.under ?? [])],
      apply: fault.apply && limitTo(fault.apply, occasion(fault)),
    };
  });
}
