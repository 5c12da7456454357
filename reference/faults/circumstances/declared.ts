import type { Fault } from '../fault.ts';
import { byContent } from './content.ts';
import type { FaultCircumstance } from './fault-circumstance.ts';
import { byHistory } from './history.ts';
import { bySending } from './sending.ts';
import { byValues } from './values.ts';

const byId = new Map<string, FaultCircumstance>();
for (const group of [bySending, byContent, byValues, byHistory]) {
  for (const [circumstance, ids] of Object.entries(group)) {
    for (const id of ids) byId.set(id, circumstance as FaultCircumstance);
  }
}

/** The ids in the lists, which must be those of faults. */
export const declaredIds: readonly string[] = [...byId.keys()];

const byTime: Readonly<Record<Fault['when'], FaultCircumstance | undefined>> = {
  always: undefined,
  sometimes: 'chance',
  late: 'state',
  concurrent: 'concurrency',
};

/** The faults, each with the circumstance in which alone it shows: its own, that of the lists, or that of its time. */
export function declared(faults: readonly Fault[]): Fault[] {
  return faults.map((fault) => {
    const only = fault.only ?? byId.get(fault.id) ?? byTime[fault.when];
    return only === undefined ? fault : { ...fault, only };
  });
}

/** All faults of a family show in the same circumstance, unless a list says otherwise. */
export function showingOnly(circumstance: FaultCircumstance, faults: readonly Fault[]): Fault[] {
  return faults.map((fault) => ({ ...fault, only: byId.get(fault.id) ?? circumstance }));
}
