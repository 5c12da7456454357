import type { Call } from '../../call.ts';
import type { Operation } from '../../operation.ts';
import { isObject } from '../../rules/json-types.ts';
import { answered } from '../answered.ts';
import type { Change } from '../fault.ts';
import { type FaultRow, faultsOf } from '../fault-row.ts';
import { refuseValid } from '../refuse-valid.ts';
import { spoilDelivery } from '../transport/spoil-delivery.ts';
import { closedWithoutAnswer } from '../transport/ways.ts';

const html = '<!doctype html><title>413 Content Too Large</title>';

/** A server of a framework that limits bodies, by default or by configuration. */
function limited(operation: Operation, kib: number): Change {
  return refuseValid(operation, `Invalid value for: body (larger than ${kib} KiB)`, ({ body }) => body.length > kib * 1024);
}

function hasMoreUids({ operation, input }: Call, most: number): boolean {
  if (operation !== 'generate-topology' || !isObject(input)) return false;
  const { otherConfirmingParticipantUids: confirming, observingParticipantUids: observing } = input;
  return [confirming, observing].some((list) => Array.isArray(list) && list.length > most);
}

function hasMoreSignatures({ operation, input }: Call, most: number): boolean {
  if (operation !== 'execute-submission' || !isObject(input) || !isObject(input.partySignatures)) return false;
  const { signatures } = input.partySignatures;
  const of = (entry: unknown): number => (isObject(entry) && Array.isArray(entry.signatures) ? entry.signatures.length : 0);
  return Array.isArray(signatures) && signatures.some((entry) => of(entry) > most);
}

const generateRows: readonly FaultRow[] = [
  ...[16, 32].map((kib) => ({
    id: `refuses-bodies-above-${kib}-kib`,
    title: `A valid body above ${kib} KiB is rejected.`,
    requirements: ['GT-SUCCESS'],
    apply: limited('generate-topology', kib),
  })),
  {
    id: 'more-than-twenty-uids-get-html',
    title: 'More than twenty participants in a list are answered 413 with HTML.',
    requirements: ['GT-FAILURE-FORM'],
    apply: answered((call) => hasMoreUids(call, 20), 413, 'text/html', html),
  },
  {
    id: 'more-than-fifty-uids-get-500-without-object',
    title: 'More than fifty participants in a list are answered 500 without a body.',
    requirements: ['GT-FAILURE-FORM'],
    apply: answered((call) => hasMoreUids(call, 50), 500, undefined, ''),
  },
  {
    id: 'more-than-fifty-uids-get-text-413',
    title: 'More than fifty participants in a list are answered 413 with a text.',
    requirements: ['GT-FAILURE-FORM'],
    apply: answered((call) => hasMoreUids(call, 50), 413, 'text/plain', 'too many'),
  },
];

const executeRows: readonly FaultRow[] = [
  ...[16, 32].map((kib) => ({
    id: `refuses-bodies-above-${kib}-kib`,
    title: `A valid submission above ${kib} KiB is rejected.`,
    requirements: ['EX-SUCCESS'],
    apply: limited('execute-submission', kib),
  })),
  {
    id: 'hundred-signatures-get-500-without-object',
    title: 'A hundred signatures of a party are answered 500 without a body.',
    requirements: ['EX-FAILURE-FORM'],
    apply: answered((call) => hasMoreSignatures(call, 99), 500, undefined, ''),
  },
  {
    id: 'more-than-fifty-signatures-get-text',
    title: 'More than fifty signatures of a party are answered 400 with a text.',
    requirements: ['EX-FAILURE-FORM'],
    apply: answered((call) => hasMoreSignatures(call, 50), 400, 'text/plain', 'too many'),
  },
  {
    id: 'more-than-fifty-signatures-close-connection',
    title: 'More than fifty signatures of a party close the connection without an answer.',
    requirements: ['EX-FAILURE-FORM'],
    apply: spoilDelivery((call) => hasMoreSignatures(call, 50), closedWithoutAnswer),
  },
];

/** Servers for which an ordinary size is too much (ruling 35), or whose rejection of it has another form. */
export const ordinarySizeFaults = [...faultsOf('generate-topology', generateRows), ...faultsOf('execute-submission', executeRows)];
