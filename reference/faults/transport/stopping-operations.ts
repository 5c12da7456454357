import type { Fault } from '../fault.ts';
import { type FaultRow, faultsOf } from '../fault-row.ts';
import { late } from '../occasions.ts';
import { type Spoil, spoilDelivery } from './spoil-delivery.ts';
import * as ways from './ways.ts';

const rows: readonly (readonly [operation: 'generate-topology' | 'execute-submission' | 'list-users', success: string, what: string, spoil: Spoil])[] = [
  ['generate-topology', 'GT-SUCCESS', 'never answered', ways.neverAnswered],
  ['execute-submission', 'EX-SUCCESS', 'closed without an answer', ways.closedWithoutAnswer],
  ['list-users', 'LU-SUCCESS', 'answered with headers alone', ways.headersAlone],
];

/** Operations that stop for good, such as behind a lock that is never released, while the others respond (ruling 26). */
export const stoppingOperationFaults: readonly Fault[] = rows.flatMap(([operation, success, what, spoil]) => {
  const row: FaultRow = {
    id: 'stops-answering',
    title: `After 150 requests, each request to ${operation} is ${what}.`,
    requirements: [success],
    when: 'late',
    only: 'state',
    apply: (behaviour, context) => {
      const isLate = late(operation)();
      return spoilDelivery((call) => isLate(call), spoil)(behaviour, context);
    },
  };
  return faultsOf(operation, [row]);
});
