import type { Call } from '../../call.ts';
import type { Fault } from '../fault.ts';
import { faultsOf } from '../fault-row.ts';
import { textIn, valueIn } from './request-values.ts';
import { asHtml, asNothing, asText, closed, type WrongForm } from './wrong-forms.ts';

const operation = 'execute-submission';

const entry = ['partySignatures', 'signatures', 0] as const;
const signature = [...entry, 'signatures', 0] as const;
const duration = ['deduplicationPeriod', 'DeduplicationDuration', 'value'] as const;

const text = (call: Call, ...path: readonly (string | number)[]): string => textIn(operation, call, ...path);
const number = (call: Call, ...path: readonly (string | number)[]): number => Number(valueIn(operation, call, ...path) ?? 0);

type Row = readonly [id: string, what: string, isMeant: (call: Call) => boolean, how?: WrongForm];

const rows: readonly Row[] = [
  ['unknown-user', 'an unknown user', (call) => /^user-[a-z0-9]{8}/.test(text(call, 'userId'))],
  ['user-with-blanks', 'a userId with blanks around', (call) => text(call, 'userId') !== text(call, 'userId').trim(), asHtml],
  ['long-user', 'a userId of more than 255 characters', (call) => text(call, 'userId').length > 255, asNothing],
  ['hexadecimal-transaction', 'a preparedTransaction in hexadecimal', (call) => /^([0-9a-f]{2})+$/.test(text(call, 'preparedTransaction')), asHtml],
  ['pem-transaction', 'a preparedTransaction in PEM', (call) => text(call, 'preparedTransaction').startsWith('-----'), closed],
  [
    'party-without-fingerprint',
    'a party without a fingerprint',
    (call) => text(call, ...entry, 'party') !== '' && !text(call, ...entry, 'party').includes('::'),
    asNothing,
  ],
  ['key-in-capitals', 'a signedBy in capitals', (call) => /[A-F]/.test(text(call, ...signature, 'signedBy')), asHtml],
  ['signature-of-another-length', 'a signature of 65 bytes', (call) => Buffer.from(text(call, ...signature, 'signature'), 'base64').length === 65, asNothing],
  ['der-format', 'another format of the signature', (call) => text(call, ...signature, 'format') === 'SIGNATURE_FORMAT_DER', asHtml],
  ['negative-seconds', 'a negative duration', (call) => number(call, ...duration, 'seconds') < 0],
  ['long-duration', 'a duration of ten thousand years', (call) => number(call, ...duration, 'seconds') > 300_000_000_000, asNothing],
  ['duration-beyond-64-bits', 'a duration whose seconds need more than 64 bits', (call) => number(call, ...duration, 'seconds') > 2 ** 64],
  ['negative-nanos', 'negative nanos', (call) => number(call, ...duration, 'nanos') < 0, closed],
  ['nanos-above-a-second', 'nanos above a second', (call) => number(call, ...duration, 'nanos') > 999_999_999, asHtml],
  ['user-outside-the-plane', 'a userId with a character outside the basic plane', (call) => /[\u{10000}-\u{10ffff}]/u.test(text(call, 'userId')), asNothing],
  ['party-with-control-character', 'a party with a control character', (call) => /[\u0000-\u001f]/.test(text(call, ...entry, 'party')), closed],
  ['signer-with-a-quotation-mark', 'a signedBy with a quotation mark', (call) => /["']/.test(text(call, ...signature, 'signedBy')), asHtml],
  ['user-outside-latin-1', 'a userId that Latin-1 does not have', (call) => /[^\u0000-\u00ff]/.test(text(call, 'userId'))],
  [
    'unknown-party-without-user',
    'a party without a fingerprint and no userId',
    (call) => valueIn(operation, call, 'userId') === undefined && text(call, ...entry, 'party') !== '' && !text(call, ...entry, 'party').includes('::'),
    asHtml,
  ],
  [
    'odd-transaction-beside-ledger-time',
    'a preparedTransaction that is no base64, beside minLedgerTime',
    (call) => /[^A-Za-z0-9+/=]/.test(text(call, 'preparedTransaction')) && valueIn(operation, call, 'minLedgerTime') !== undefined,
    asNothing,
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
