import { body, header, not, numberAt, textAt, when, where, without } from '../../rows/conditions.ts';
import type { Action, Condition } from '../../rows/engine.ts';
import { closed } from '../../rows/sending.ts';
import { EX, faults, showing } from '../table.ts';
import { asHtml, asNothing, asServerText, asText, isCutInAPair } from './wrong-forms.ts';

const party = '/partySignatures/signatures/0/party';
const signature = '/partySignatures/signatures/0/signatures/0';
const seconds = '/deduplicationPeriod/DeduplicationDuration/value/seconds';
const nanos = '/deduplicationPeriod/DeduplicationDuration/value/nanos';
const transaction = '/preparedTransaction';

type Row = readonly [what: string, does: Action, ...under: Condition[]];

/** Requests by a value of the right type with another meaning. */
const rows: Readonly<Record<string, Row>> = {
  'unknown-user': ['an unknown user', asText, where('/userId', /^user-[a-z0-9]{8}/)],
  'user-and-transaction': ['an unknown user and no base64', asHtml, where('/userId', /^user-[a-z0-9]{8}/), where(transaction, /[^A-Za-z0-9+/=]/)],
  'user-with-blanks': ['a userId with blanks around', asHtml, where('/userId', /^\s|\s$/)],
  'long-user': ['a userId of more than 255 characters', asNothing, when((call) => textAt(call, '/userId').length > 255)],
  'hexadecimal-transaction': ['a preparedTransaction in hexadecimal', asHtml, where(transaction, /^([0-9a-f]{2})+$/)],
  'pem-transaction': ['a preparedTransaction in PEM', closed, where(transaction, /^-----/)],
  'transaction-in-lines': ['a preparedTransaction in lines', asHtml, where(transaction, /^[\w+/]+\r\n[\w+/]/)],
  'signature-in-base64url': ['a signature in base64url', asNothing, where(`${signature}/signature`, /^[\w-]*[_-][\w-]*$/)],
  'submission-id-with-a-solidus': ['a submissionId with a solidus', asHtml, where('/submissionId', /^[\w/]+$/), where('/submissionId', /\//)],
  'entry-without-members': ['an empty object among the parties', asText, body(/"signatures":\[\{\}\]/)],
  'party-without-fingerprint': ['a party without a fingerprint', asNothing, where(party, /^(?!.*::)[\s\S]/s)],
  'key-in-capitals': ['a signedBy in capitals', asHtml, where(`${signature}/signedBy`, /[A-F]/)],
  'signature-of-another-length': [
    'a signature of 65 bytes',
    asNothing,
    where(`${signature}/signature`, (text) => typeof text === 'string' && Buffer.from(text, 'base64').length === 65),
  ],
  'der-format': ['another format of the signature', asHtml, where(`${signature}/format`, 'SIGNATURE_FORMAT_DER')],
  'negative-seconds': ['a negative duration', asText, numberAt(seconds, (given) => given < 0)],
  'long-duration': ['a duration of ten thousand years', asNothing, numberAt(seconds, (given) => given > 300_000_000_000)],
  'duration-beyond-64-bits': ['a duration whose seconds need more than 64 bits', asText, numberAt(seconds, (given) => given > 2 ** 64)],
  'seconds-of-1000-digits': ['seconds of a thousand digits', asHtml, body(/"seconds":\d{1000}/)],
  'nanos-of-any-exponent': ['nanos with an exponent of nine digits', asNothing, body(/"nanos":1e\d{9}/)],
  'negative-nanos': ['negative nanos', closed, numberAt(nanos, (given) => given < 0)],
  'nanos-above-a-second': ['nanos above a second', asHtml, numberAt(nanos, (given) => given > 999_999_999)],
  'user-outside-the-plane': ['a userId with a character outside the basic plane', asNothing, where('/userId', /[\u{10000}-\u{10ffff}]/u)],
  'party-with-control-character': ['a party with a control character', closed, where(party, /[\u0000-\u001f]/)],
  'signer-with-a-quotation-mark': ['a signedBy with a quotation mark', asHtml, where(`${signature}/signedBy`, /["']/)],
  'user-outside-latin-1': ['a userId that Latin-1 does not have', asText, where('/userId', /[^\u0000-\u00ff]/)],
  'user-with-a-lone-surrogate': ['a lone surrogate in its userId', asServerText, where('/userId', /\p{Surrogate}/u)],
  'submission-id-with-a-lone-surrogate': ['a lone surrogate in its submissionId', asServerText, where('/submissionId', /\p{Surrogate}/u)],
  'user-cut-in-half-a-pair': ['a userId whose first 128 units end in half a pair', asNothing, where('/userId', isCutInAPair(128))],
  'submission-id-cut-in-half-a-pair': ['a submissionId whose first 81 units end in half a pair', asNothing, where('/submissionId', isCutInAPair(81))],
  'party-of-30000-characters': ['a party of thousands of characters', closed, where(party, /^.{20000}/s)],
  'transaction-that-is-deep': [
    'an array of thousands of levels as its preparedTransaction',
    closed,
    when(({ body }) => /"preparedTransaction":\[{1000}/.test(body.toString())),
  ],
  'signature-that-is-deep': ['an object of a thousand levels as a signature', closed, when(({ body }) => /"signature":(\{"a":){1000}/.test(body.toString()))],
  'broken-form': ['a form type and a body that is no JSON', asText, header('content-type', /form-urlencoded/), when(({ input }) => input === undefined)],
  'day-that-no-month-has': ['a minLedgerTime that is no time', asServerText, body(/"MinLedgerTimeAbs":\{"value":"2020-13/)],
  'parts-without-a-boundary': ['several parts without a boundary', asHtml, header('content-type', /^multipart\/[^;]*$/)],
  'unknown-party-without-user': ['a party without a fingerprint and no userId', asHtml, where(party, /^(?!.*::)[\s\S]/s), without('/userId')],
  'odd-transaction-beside-ledger-time': [
    'a preparedTransaction that is no base64, beside minLedgerTime',
    asNothing,
    where(transaction, /[^A-Za-z0-9+/=]/),
    not(without('/minLedgerTime')),
  ],
};

/** Failures of another form for values that mean nothing. */
export const submissionMeanings = showing(
  'value',
  Object.entries(rows).flatMap(([id, [what, does, ...under]]) =>
    faults(EX, 'EX-FAILURE-FORM', under, {
      [`failure-for-${id}-has-no-object`]: [`The failure of a submission with ${what} has no error object.`, does],
    }),
  ),
);
