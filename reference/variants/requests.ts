import type { Call } from '../call.ts';
import { readPageToken } from '../page-token.ts';
import type { Action } from '../rows/engine.ts';
import { readAs, readBody, refuse, reject, skip } from '../rows/requests.ts';
import { isArray, isObject, isString, type Json } from '../rules/json-types.ts';
import { hasFloat, namesMemberTwice } from './json-scan.ts';
import { readings } from './readings.ts';
import { EX, GT, LU, variants } from './table.ts';

export const textOf = ({ body }: Call): string => body.toString();

/** The rules of execute on what a submission contains, its parties and its signatures. */
export const verification = ['undecodable /preparedTransaction', 'foreign /userId', 'unknown party', 'uninvolved party', 'invalid signature'];

export const optional = [
  ...['localParticipantObservationOnly', 'otherConfirmingParticipantUids', 'confirmationThreshold', 'observingParticipantUids'],
  ...['deduplicationPeriod', 'userId', 'minLedgerTime'],
];

/** The object without those named members that are null. */
const withoutNulls = (body: object, names: readonly string[]): object =>
  Object.fromEntries(Object.entries(body).filter(([name, value]) => value !== null || !names.includes(name)));

/** Seconds and nanos of the duration that are texts like this become numbers. */
const readDurations = (pattern: RegExp): Action =>
  readAs((body) => {
    const { deduplicationPeriod: period } = body;
    const value = period?.DeduplicationDuration?.value;
    if (!isObject(value)) return undefined;
    const read = Object.fromEntries(
      ['seconds', 'nanos'].filter((name) => isString(value[name]) && pattern.test(value[name])).map((name) => [name, Number(value[name])]),
    );
    const DeduplicationDuration = { ...period.DeduplicationDuration, value: { ...value, ...read } };
    return Object.keys(read).length === 0 ? undefined : { ...body, deduplicationPeriod: { ...period, DeduplicationDuration } };
  });

/** Members of the public key in another reading. */
const readKey = (read: (key: Json) => object): Action =>
  readAs((body) => (isObject(body.publicKey) ? { ...body, publicKey: { ...body.publicKey, ...read(body.publicKey) } } : undefined));

export const keyFormats = ['DER_X509_SUBJECT_PUBLIC_KEY_INFO', 'DER', 'RAW'].map((name) => `CRYPTO_KEY_FORMAT_${name}`);
export const keySpecs = ['CURVE25519', 'P256', 'P384', 'SECP256K1'].map((curve) => `SIGNING_KEY_SPEC_EC_${curve}`);

const withKnownNames = ({ format, keySpec }: Json): object => ({
  ...(isString(format) && !keyFormats.includes(format) && { format: keyFormats[0] }),
  ...(isString(keySpec) && !keySpecs.includes(keySpec) && { keySpec: keySpecs[0] }),
});

/** Names of format and specification in another reading. */
const readNames = (read: (name: string, prefix: string) => string): Action =>
  readKey(({ format, keySpec }) => ({
    ...(isString(format) && { format: read(format, 'CRYPTO_KEY_FORMAT_') }),
    ...(isString(keySpec) && { keySpec: read(keySpec, 'SIGNING_KEY_SPEC_') }),
  }));

/** Format and algorithm of a signature are those of Ed25519, unless it has others. */
const usualSignature = { format: 'SIGNATURE_FORMAT_CONCAT', signingAlgorithmSpec: 'SIGNING_ALGORITHM_SPEC_ED25519' };
const completed = (entry: Json): Json => (isObject(entry) ? { ...usualSignature, ...withoutNulls(entry, Object.keys(usualSignature)) } : entry);

const readSignatures = readAs((body) => {
  const parties = body.partySignatures?.signatures;
  if (!isArray(parties)) return undefined;
  const signatures = parties.map((party: Json) => (isArray(party?.signatures) ? { ...party, signatures: party.signatures.map(completed) } : party));
  // Members in another order are no difference.
  const isSame = JSON.stringify(signatures).length === JSON.stringify(parties).length;
  return isSame ? undefined : { ...body, partySignatures: { ...body.partySignatures, signatures } };
});

const mark = Buffer.from([0xef, 0xbb, 0xbf]);
export const bodies = [GT, EX] as const;

/** Requests that are accepted where the document leaves it open (rulings 12 to 15). */
export const takenRequests = variants(EX, readings.observedBytes, {
  'takes-nulls-in-optional-fields': [
    'Null in an optional field of a request counts as absent.',
    readAs((body) => withoutNulls(body, optional)),
    { on: bodies, quote: readings.observedInvalid },
  ],
  'takes-byte-order-marks': [
    'A byte order mark before the body is skipped.',
    readBody((bytes) => (bytes.subarray(0, 3).equals(mark) ? bytes.subarray(3) : undefined)),
    { on: bodies },
  ],
  'takes-invalid-utf-8-in-strings': [
    'Invalid UTF-8 becomes U+FFFD, so that a string with it is a string.',
    readBody((bytes) => bytes.toString()),
    { on: bodies },
  ],
  'takes-digits-for-durations': ['Seconds and nanos may be strings of digits.', readDurations(/^\d{1,9}$/), { quote: readings.observedDigits }],
  'takes-unusual-hints': [
    'A hint may be empty, long, or of any characters.',
    skip('length /partyHint', 'alphabet /partyHint', 'delimiter /partyHint'),
    { on: GT, quote: readings.semanticOpen },
  ],
  'takes-any-uids': [
    'Participant uids are accepted unchecked: unknown, malformed or repeated.',
    skip('malformed uid', 'local uid', 'duplicate uid'),
    { on: GT, quote: readings.targetState },
  ],
  'takes-any-threshold': [
    'A threshold above the number of confirmers is accepted.',
    skip('above confirmers /confirmationThreshold'),
    { on: GT, quote: readings.targetState },
  ],
  'takes-observation-only-alone': [
    'A party may have no confirming participant.',
    skip('no confirmer', 'above confirmers /confirmationThreshold'),
    { on: GT, quote: readings.observationOnlyAlone },
  ],
  'takes-unknown-key-names': [
    'Under an unknown format or specification a key is read as an X.509 key of Curve25519.',
    readKey(withKnownNames),
    { on: GT, quote: readings.keySpecOpen },
  ],
  'takes-empty-submission-ids': ['A submissionId may be empty.', skip('empty /submissionId'), { quote: readings.observedSubmissionId }],
  'takes-incomplete-signatures': ['Format and algorithm of a signature may be left out.', readSignatures, { quote: readings.observedSubmissionId }],
  'takes-any-one-of': [
    'Unknown variants of deduplicationPeriod and minLedgerTime are ignored.',
    skip('variant /deduplicationPeriod', 'variant /minLedgerTime/time', 'values /deduplicationPeriod'),
    { quote: readings.observedExecute },
  ],
  'verifies-after-acceptance': [
    'Execute looks at the shape of a submission alone; its parties and signatures are verified after the answer.',
    skip(...verification),
    { quote: readings.asynchronous, warns: ['EX-SIGNATURE-VERIFIED'] },
  ],
});

export const uidFields = ['otherConfirmingParticipantUids', 'observingParticipantUids'];
const uidsOf = (body: Json): Json[] => uidFields.flatMap((field) => body[field] ?? []);
export const isUnknown = (body: Json, { ledger }: Call): boolean => uidsOf(body).some((uid) => isString(uid) && !ledger.otherParticipantUids.includes(uid));

/** Lists of participants in another reading. */
const readUids = (read: (uids: Json[], body: Json, call: Call) => Json[]): Action =>
  readAs((body, call) => {
    const lists = uidFields.flatMap((field) => (isArray(body[field]) ? [[field, read(body[field] as Json[], body, call)]] : []));
    return { ...body, ...Object.fromEntries(lists) };
  });

const withoutRepeated = (uids: Json[], { otherConfirmingParticipantUids: confirming }: Json): Json[] => {
  const once = [...new Set(uids)];
  return uids === confirming || !isArray(confirming) ? once : once.filter((uid) => !confirming.includes(uid));
};

/** Values that mean nothing to the reference server and something to another one, or are rejected in another form. */
export const meanings = [
  ...variants(GT, readings.targetState, {
    'takes-participants-in-any-case': [
      'The letter case of participant uids is ignored.',
      readUids((uids, _, { ledger }) =>
        uids.map((uid) => ledger.otherParticipantUids.find((known) => isString(uid) && known.toLowerCase() === uid.toLowerCase()) ?? uid),
      ),
    ],
    'takes-participants-once': ['A participant that is named more than once counts once, as confirming.', readUids(withoutRepeated)],
    'takes-blanks-around-participants': [
      'Blanks around participant uids are ignored.',
      readUids((uids) => uids.map((uid) => (isString(uid) ? uid.trim() : uid))),
    ],
    'refuses-unknown-participants-in-text': ['A participant uid that the ledger does not know is an invalid value.', reject(isUnknown)],
    'refuses-high-thresholds-in-text': [
      'A threshold above 2 is an invalid value.',
      reject(({ confirmationThreshold }) => Number(confirmationThreshold ?? 0) > 2),
    ],
    'takes-names-of-keys-in-any-case': [
      'The letter case of format and keySpec is ignored.',
      readNames((name) => name.toUpperCase()),
      { quote: readings.keySpecOpen },
    ],
    'takes-short-names-of-keys': [
      'Format and keySpec may lack their prefixes.',
      readNames((name, prefix) => (/^(DER_X509|EC_)/.test(name) ? `${prefix}${name}` : name)),
      { quote: readings.keySpecOpen },
    ],
  }),
  ...variants(EX, readings.observedExecute, {
    'takes-any-user': ['The userId of a submission is not compared with the token.', skip('foreign /userId'), { quote: readings.asynchronous }],
    'refuses-unusual-users': [
      'A userId other than 1 to 128 letters, digits, - and _ is unknown.',
      refuse('UNKNOWN_RESOURCE', ({ userId }) => userId !== undefined && !/^[\w-]{1,128}$/.test(userId)),
    ],
  }),
  ...variants(LU, readings.badQuery, {
    'takes-parameters-in-any-case': [
      'The letter case of query parameters is ignored.',
      readAs((query) =>
        Object.fromEntries(
          Object.entries(query).map(([name, values]) => {
            const known = ['pageSize', 'pageToken'].find((each) => each.toLowerCase() === name.toLowerCase());
            return [known ?? name, values];
          }),
        ),
      ),
      { quote: readings.parameterNames },
    ],
    'reads-numbers-of-javascript-as-size': [
      'A page size may have a sign, an exponent or blanks around, or be hexadecimal.',
      readAs(({ pageSize, ...query }) => {
        const size = pageSize?.map((given: string) => {
          const number = Number(given);
          return Number.isInteger(number) && number > 0 && number < 2 ** 31 ? String(number) : given;
        });
        return size === undefined ? query : { ...query, pageSize: size };
      }),
    ],
    'starts-anew-at-unknown-tokens': [
      'A page token that was never issued starts from the beginning.',
      readAs(({ pageToken, ...query }) =>
        pageToken?.every((token: string) => token === '' || readPageToken(token) !== undefined) ? { ...query, pageToken } : query,
      ),
    ],
  }),
];

/** Bytes in UTF-16 or UTF-32 with a byte order mark as text; undefined for other bytes. */
function decodedByMark(bytes: Buffer): string | undefined {
  const points = (read: (at: number) => number): string =>
    String.fromCodePoint(...Array.from({ length: (bytes.length >> 2) - 1 }, (_, index) => read(index * 4 + 4)));
  const start = bytes.subarray(0, 4).toString('hex');
  if (start === 'fffe0000') return points((at) => bytes.readUInt32LE(at));
  if (start === '0000feff') return points((at) => bytes.readUInt32BE(at));
  if (start.startsWith('fffe')) return bytes.subarray(2).toString('utf16le');
  return start.startsWith('feff') ? Buffer.from(bytes.subarray(2)).swap16().toString('utf16le') : undefined;
}

const strings = /"(?:[^"\\]|\\.)*"/gs;

function depthOf(text: string): number {
  let [depth, deepest] = [0, 0];
  for (const [bracket] of text.replace(strings, '""').matchAll(/[[\]{}]/g)) {
    depth += bracket === '[' || bracket === '{' ? 1 : -1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

/** Bytes that are no UTF-8 are dropped in strings; undefined where there are others. */
function withoutInvalid(bytes: Buffer): string | undefined {
  const read = bytes.toString().replace(strings, (string) => string.replaceAll('\ufffd', ''));
  return read.includes('\ufffd') ? undefined : read;
}

function firstOfDuplicates(bytes: Buffer): string | undefined {
  const text = bytes.toString();
  const member = /^\{("(?:[^"\\]|\\.)*":(?:"(?:[^"\\]|\\.)*"|\d+)),\1,/.exec(text);
  return member === null ? undefined : `{${member[1]},${text.slice(member[0].length)}`;
}

export const ofExecute = [
  ...['preparedTransaction', 'partySignatures', 'submissionId', 'hashingSchemeVersion', 'deduplicationPeriod', 'userId', 'minLedgerTime'],
];

/** How JSON is read where rulings 12, 14, 28 and 30 leave it open. */
export const jsonReadings = [
  ...variants(bodies, readings.jsonInUtf8, {
    'takes-other-encodings-with-a-mark': ['UTF-16 and UTF-32 with a byte order mark are decoded.', readBody(decodedByMark)],
    'drops-invalid-utf-8-in-strings': ['Bytes that are not UTF-8 are dropped inside strings.', readBody(withoutInvalid)],
    'reads-the-first-of-duplicate-members': ['Of duplicate members the first one counts.', readBody(firstOfDuplicates), { quote: readings.observedInvalid }],
    'replaces-lone-surrogates': [
      'Lone surrogates become U+FFFD.',
      readBody((bytes) => {
        const text = bytes.toString();
        const read = text.replace(/\\ud[89a-f][0-9a-f]{2}(?!\\ud)/gi, '\\ufffd');
        return read === text ? undefined : read;
      }),
      { quote: readings.observedBytes },
    ],
  }),
  ...variants(EX, readings.observedDigits, {
    'takes-digits-with-blanks-for-durations': [
      'Seconds and nanos may be strings of digits with blanks, a sign or a fraction of zero.',
      readDurations(/^\s*\+?\d{1,9}(\.0*)?\s*$/),
    ],
  }),
  ...variants(GT, readings.observedInvalid, {
    'refuses-deep-nesting': ['JSON that is nested more than 100 levels deep is rejected.', reject((_, call) => depthOf(textOf(call)) > 100)],
    'refuses-numbers-beyond-a-double': [
      'A number that no double holds is rejected, in an unknown member too.',
      reject((_, call) => /1e400/.test(textOf(call))),
    ],
    'refuses-duplicate-members-on-generate-topology': [
      'Generate-topology alone rejects an object that names a member twice.',
      reject((_, call) => namesMemberTwice(textOf(call))),
    ],
    'refuses-integral-floats-on-execute': [
      'Execute alone requires integers without fraction and exponent.',
      reject((_, call) => hasFloat(textOf(call))),
      { on: EX },
    ],
    'refuses-unknown-members-on-execute': [
      'Execute alone rejects members that the document does not name, at the first level.',
      reject((body) => Object.keys(body).some((name) => !ofExecute.includes(name))),
      { on: EX },
    ],
  }),
];
