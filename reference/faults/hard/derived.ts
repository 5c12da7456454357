import type { Fault } from '../fault.ts';
import { limitTo } from '../limit-to.ts';
import { late, oneInTen } from '../occasions.ts';

/** The fault with this id in a table. */
export function byId(faults: readonly Fault[], id: string): Fault {
  const found = faults.find((fault) => fault.id === id);
  if (found === undefined) throw new Error(`There is no fault "${id}"; name one of the tables.`);
  return found;
}

/** The named faults, in one response of ten. */
export function sometimes(faults: readonly Fault[], ids: readonly string[]): Fault[] {
  return ids.map((id) => {
    const fault = byId(faults, id);
    return {
      ...fault,
      id: `${id}-sometimes`,
      title: `One time in ten: ${fault.title}`,
      when: 'sometimes',
      apply: limitTo(fault.apply, oneInTen),
    };
  });
}

/** The named faults, each of one operation, after its first 150 requests. */
export function lately(faults: readonly Fault[], ids: readonly string[]): Fault[] {
  return ids.flatMap((id) => {
    const fault = byId(faults, id);
    return fault.operations.slice(0, 1).map(
      (operation): Fault => ({
        ...fault,
        id: `${id}-late`,
        title: `After 150 requests: ${fault.title}`,
        when: 'late',
        apply: limitTo(fault.apply, late(operation)),
      }),
    );
  });
}
