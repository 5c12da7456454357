import type { ExecuteSubmissionRequest } from '../requests.ts';
import { isObject } from '../rules/json-types.ts';
import {
  bytes,
  type Decoder,
  integer,
  list,
  missing,
  name,
  type Read,
  record,
  required,
  string,
  withDefault,
} from './fields.ts';

const scheme = name(['UNSPECIFIED', 'V2', 'V3'].map((each) => `HASHING_SCHEME_VERSION_${each}`));
const format = name(
  ['UNSPECIFIED', 'RAW', 'DER', 'CONCAT', 'SYMBOLIC'].map((each) => `SIGNATURE_FORMAT_${each}`),
);
const algorithm = name(
  ['UNSPECIFIED', 'ED25519', 'EC_DSA_SHA_256', 'EC_DSA_SHA_384'].map(
    (each) => `SIGNING_ALGORITHM_SPEC_${each}`,
  ),
);

const signature = record<unknown>({
  format,
  signature: withDefault(bytes, ''),
  signedBy: withDefault(string, ''),
  signingAlgorithmSpec: algorithm,
});
const party = record<unknown>({
  party: withDefault(string, ''),
  signatures: withDefault(list(signature), []),
});
const partySignatures = record<unknown>({ signatures: withDefault(list(party), []) });

/** One of several variants, each with its own key: the first in alphabetical order counts. */
function oneOf(variants: Readonly<Record<string, Decoder<unknown>>>): Decoder<object> {
  return (value, field) => {
    const none = { problem: `JSON decoding to CNil should never happen at '${field}'` };
    if (!isObject(value)) return none;
    const known = Object.keys(variants)
      .sort()
      .find((key) => Object.hasOwn(value, key));
    if (known === undefined) return none;
    const read = variants[known]?.(value[known], field) ?? none;
    return 'problem' in read ? read : { value: { [known]: read.value } };
  };
}

const empty: Decoder<unknown> = (value, field) =>
  isObject(value) ? { value: {} } : { problem: `HNil at '${field}.Empty'` };

/** The wrapper of a duration; a duration as text is used unchanged. */
const durationValue: Decoder<unknown> = (value) => {
  if (!isObject(value) || value.value === undefined) return missing('value');
  const inner = value.value;
  if (typeof inner === 'string') return { value: { value: { seconds: 0, nanos: 0 } } };
  if (!isObject(inner)) return missing('value.seconds');
  const seconds = withDefault(integer('Long'), 0)(inner.seconds, 'value.seconds');
  const nanos = withDefault(integer('Int'), 0)(inner.nanos, 'value.nanos');
  if ('problem' in seconds) return seconds;
  if ('problem' in nanos) return nanos;
  return { value: { value: { seconds: seconds.value, nanos: nanos.value } } };
};

const offsetValue: Decoder<unknown> = (value) => {
  if (!isObject(value)) return missing('value');
  const read = withDefault(integer('Long'), 0)(value.value, 'value');
  return 'problem' in read ? read : { value: { value: read.value } };
};

const instantValue: Decoder<unknown> = (value) => {
  const read = isObject(value) ? required(string)(value.value, 'value') : missing('value');
  if ('problem' in read) return read;
  return Number.isNaN(Date.parse(read.value))
    ? { problem: `Invalid instant ${read.value} at 'value'` }
    : read;
};

const deduplicationPeriod = oneOf({
  DeduplicationDuration: durationValue,
  DeduplicationOffset: offsetValue,
  Empty: empty,
});
const time = oneOf({ Empty: empty, MinLedgerTimeAbs: instantValue, MinLedgerTimeRel: durationValue });

const minLedgerTime: Decoder<object | undefined> = (value) => {
  if (value === undefined || value === null) return { value: undefined };
  if (!isObject(value)) return missing('time');
  return value.time === undefined ? { value: {} } : time(value.time, 'time');
};

const fields: Readonly<Record<string, Decoder<unknown>>> = {
  preparedTransaction: required(bytes),
  partySignatures: required(partySignatures),
  deduplicationPeriod: required(deduplicationPeriod),
  submissionId: required(string),
  userId: (value, field) => (value === undefined || value === null ? { value: '' } : string(value, field)),
  hashingSchemeVersion: required(scheme),
  minLedgerTime,
};

/** Decodes an execute body; reports the problems of all fields. */
export function decodeExecute(body: unknown): Read<ExecuteSubmissionRequest> {
  const given = isObject(body) ? body : {};
  const input: Record<string, unknown> = {};
  const problems: string[] = [];
  for (const [field, decode] of Object.entries(fields)) {
    const read = decode(given[field], field);
    if ('problem' in read) problems.push(read.problem);
    else if (read.value !== undefined) input[field] = read.value;
  }
  if (problems.length > 0) return { problem: problems.join(', ') };
  return { value: input as unknown as ExecuteSubmissionRequest };
}
