import type { Call } from '../../call.ts';
import { isObject } from '../../rules/json-types.ts';
import { answered } from '../answered.ts';
import type { Change, Fault } from '../fault.ts';
import { faultsOf } from '../fault-row.ts';
import { spoilDelivery } from '../transport/spoil-delivery.ts';
import { closedWithoutAnswer } from '../transport/ways.ts';

const operation = 'execute-submission';

/** The value at a path of the request; undefined if there is none. */
function at({ operation: of, input }: Call, ...path: readonly (string | number)[]): unknown {
  if (of !== operation) return undefined;
  return path.reduce<unknown>(
    (value, step) => (isObject(value) || Array.isArray(value) ? (value as never)[step] : undefined),
    input,
  );
}

const entry = ['partySignatures', 'signatures', 0] as const;
const signature = [...entry, 'signatures', 0] as const;
const duration = ['deduplicationPeriod', 'DeduplicationDuration', 'value'] as const;

const text = (call: Call, ...path: readonly (string | number)[]): string => {
  const value = at(call, ...path);
  return typeof value === 'string' ? value : '';
};
const number = (call: Call, ...path: readonly (string | number)[]): number => Number(at(call, ...path) ?? 0);

type Row = readonly [
  id: string,
  what: string,
  isMeant: (call: Call) => boolean,
  how?: (isMeant: (call: Call) => boolean) => Change,
];

const html = '<!doctype html><title>Bad Request</title>';
const asHtml = (isMeant: (call: Call) => boolean): Change => answered(isMeant, 400, 'text/html', html);
const asText = (isMeant: (call: Call) => boolean): Change =>
  answered(isMeant, 400, 'text/plain', 'bad request');
const asNothing = (isMeant: (call: Call) => boolean): Change => answered(isMeant, 500, undefined, '');
const closed = (isMeant: (call: Call) => boolean): Change => spoilDelivery(isMeant, closedWithoutAnswer);

const rows: readonly Row[] = [
  ['unknown-user', 'an unknown user', (call) => /^user-[a-z0-9]{8}/.test(text(call, 'userId'))],
  [
    'user-with-blanks',
    'a userId with blanks around',
    (call) => text(call, 'userId') !== text(call, 'userId').trim(),
    asHtml,
  ],
  [
    'long-user',
    'a userId of more than 255 characters',
    (call) => text(call, 'userId').length > 255,
    asNothing,
  ],
  [
    'hexadecimal-transaction',
    'a preparedTransaction in hexadecimal',
    (call) => /^([0-9a-f]{2})+$/.test(text(call, 'preparedTransaction')),
    asHtml,
  ],
  [
    'pem-transaction',
    'a preparedTransaction in PEM',
    (call) => text(call, 'preparedTransaction').startsWith('-----'),
    closed,
  ],
  [
    'party-without-fingerprint',
    'a party without a fingerprint',
    (call) => text(call, ...entry, 'party') !== '' && !text(call, ...entry, 'party').includes('::'),
    asNothing,
  ],
  [
    'key-in-capitals',
    'a signedBy in capitals',
    (call) => /[A-F]/.test(text(call, ...signature, 'signedBy')),
    asHtml,
  ],
  [
    'signature-of-another-length',
    'a signature of 65 bytes',
    (call) => Buffer.from(text(call, ...signature, 'signature'), 'base64').length === 65,
    asNothing,
  ],
  [
    'der-format',
    'another format of the signature',
    (call) => text(call, ...signature, 'format') === 'SIGNATURE_FORMAT_DER',
    asHtml,
  ],
  ['negative-seconds', 'a negative duration', (call) => number(call, ...duration, 'seconds') < 0],
  [
    'long-duration',
    'a duration of ten thousand years',
    (call) => number(call, ...duration, 'seconds') > 300_000_000_000,
    asNothing,
  ],
  ['negative-nanos', 'negative nanos', (call) => number(call, ...duration, 'nanos') < 0, closed],
  [
    'nanos-above-a-second',
    'nanos above a second',
    (call) => number(call, ...duration, 'nanos') > 999_999_999,
    asHtml,
  ],
];

/** Failures of another form for values of the right type with another meaning. */
export const meaningFaults: readonly Fault[] = faultsOf(
  operation,
  rows.map(([id, what, isMeant, how = asText]) => ({
    id: `failure-for-${id}-has-no-object`,
    title: `The failure of a submission with ${what} has no error object.`,
    requirements: ['EX-FAILURE-FORM'],
    apply: how(isMeant),
  })),
);
