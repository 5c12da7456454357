import type { FailureCause } from '../../refusal.ts';
import { failure } from '../../rows/conditions.ts';
import type { Fault } from '../fault.ts';
import { EX, type FaultEntry, faults, GT, LU } from '../table.ts';

/** Where failures are JSON error objects: an operation, a kind of failure, and the description of such a request in a title. */
const places = {
  GS: [GT, 'semantic', 'a generate-topology request with an unknown synchronizer'],
  GC: [GT, 'credential', 'a generate-topology request without a valid token'],
  EX: [EX, 'structural', 'an execute request of the wrong shape'],
  ES: [EX, 'semantic', 'an execute request that cannot be executed'],
  EC: [EX, 'credential', 'an execute request without a valid token'],
  LX: [LU, 'structural', 'a list-users request with a bad parameter'],
  LC: [LU, 'credential', 'a list-users request without a valid token'],
} as const satisfies Record<string, readonly [operation: string, cause: FailureCause, request: string]>;

export const everyPlace = Object.keys(places).join(' ');

/** A fault in each of the places, by the letters of their operation and cause; `@` in its title stands for the request. */
export function inPlaces(at: string, requirements: string | readonly string[], id: string, [title, does]: FaultEntry): Fault[] {
  return at.split(' ').flatMap((name) => {
    const [operation, cause, request] = places[name as keyof typeof places];
    return faults(operation, requirements, failure(cause), { [`${cause}-${id}`]: [title.replace('@', request), does] });
  });
}
