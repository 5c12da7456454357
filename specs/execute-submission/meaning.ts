import type { Case, Run } from '../../engine/check.ts';
import { durationVariant } from '../../generators/execute-submission.ts';
import { extremeStrings } from '../../generators/extreme-strings.ts';
import { type Path, pointerOf, valueAt, withValue } from '../../generators/json-path.ts';
import { naughtyStrings } from '../../generators/naughty-strings.ts';
import { bytesFrom, textFrom } from '../../generators/seeding.ts';
import { inOtherCase } from '../../generators/written-otherwise.ts';
import type { JsonObject } from '../../json/read-json.ts';
import { samplingOf } from '../shared/body-faults.ts';
import { inContext } from '../shared/cases.ts';
import { someWithHeaders } from '../shared/client-cases.ts';
import { asRequest, bodyAt } from './bodies.ts';

/** What wrong values are made of: the valid value, and something that differs in every run. */
interface Source {
  readonly valid: string;
  readonly random: string;
}

type Values = Readonly<Record<string, (source: Source) => unknown>>;

const entry: Path = ['partySignatures', 'signatures', 0];
const signature: Path = [...entry, 'signatures', 0];

const bytesOf = (text: string): Buffer => Buffer.from(text, 'base64');

/** Base64 that is read in another way than meant. */
const base64Values: Values = {
  'no-base64': ({ random }) => `?${random}`,
  'cut-short': ({ valid }) => valid.slice(0, (valid.length >> 3) << 2),
  'one-character-short': ({ valid }) => valid.slice(0, -1),
  'of-random-bytes': ({ random, valid }) => bytesFrom([random], bytesOf(valid).length).toString('base64'),
  'with-a-byte-behind': ({ valid }) => Buffer.concat([bytesOf(valid), Buffer.from([0])]).toString('base64'),
  'base64-twice': ({ valid }) => Buffer.from(valid).toString('base64'),
  hexadecimal: ({ valid }) => bytesOf(valid).toString('hex'),
  'in-lines': ({ valid }) => valid.replace(/.{1,60}/g, '$&\r\n'),
  // A character that only base64url has, whatever the value.
  'in-base64url': ({ valid }) => `${bytesOf(valid).toString('base64url').slice(0, -1)}_`,
  pem: ({ valid }) => `-----BEGIN PREPARED-----\n${valid}\n-----END PREPARED-----\n`,
};

/** A character drawn from `count` ones of Unicode. */
function letterFrom(random: string, first: number, count: number): string {
  return String.fromCodePoint(first + ((bytesFrom([random, 'letter'], 1)[0] ?? 0) % count));
}

/** Values of the right type with another meaning, by field. */
const table: readonly (readonly [Path, Values])[] = [
  [
    ['submissionId'],
    // Characters of a LedgerString other than those that any target accepts (ruling 14).
    Object.fromEntries(
      [...'_:#/ '].map((sign) => [`with-${sign}`, ({ valid }: Source) => valid.replaceAll('-', sign)]),
    ),
  ],
  [['preparedTransaction'], base64Values],
  [
    ['userId'],
    {
      'unknown-user': ({ random }) => `user-${random}`,
      'in-other-case': ({ valid }) => inOtherCase(valid === '' ? 'participant_admin' : valid),
      'blanks-around': ({ valid }) => ` ${valid} `,
      'control-character': ({ valid, random }) => `${valid}\u0000${random}`,
      'very-long': ({ random }) => random.repeat(20),
      'outside-latin-1': ({ random }) => `${random}${letterFrom(random, 0x0410, 32)}`,
      'outside-the-plane': ({ random }) => `${random}${letterFrom(random, 0x1f300, 128)}`,
    },
  ],
  [
    [...entry, 'party'],
    {
      'unknown-party': ({ random }) => `${random}::1220${bytesFrom([random], 32).toString('hex')}`,
      'in-other-case': ({ valid }) => inOtherCase(valid),
      'name-alone': ({ valid }) => valid.split('::')[0],
      'nothing-behind-the-name': ({ valid }) => `${valid.split('::')[0]}::`,
      'control-character': ({ valid }) => `${valid}\u0007`,
      'no-identifier': ({ random }) => random,
      'other-fingerprint': ({ valid, random }) =>
        `${valid.split('::')[0]}::1220${bytesFrom([random], 32).toString('hex')}`,
    },
  ],
  [
    [...signature, 'signedBy'],
    {
      'unknown-key': ({ random }) => `1220${bytesFrom([random, 'key'], 32).toString('hex')}`,
      'in-other-case': ({ valid }) => inOtherCase(valid),
      'no-fingerprint': ({ random }) => random,
      'control-character': ({ valid }) => `\u001b${valid}`,
    },
  ],
  [
    [...signature, 'signature'],
    { ...base64Values, 'of-another-length': ({ random }) => bytesFrom([random], 65).toString('base64') },
  ],
  [[...signature, 'format'], { 'of-another-signature': () => 'SIGNATURE_FORMAT_DER' }],
  [
    [...signature, 'signingAlgorithmSpec'],
    { 'of-another-key': () => 'SIGNING_ALGORITHM_SPEC_EC_DSA_SHA_384' },
  ],
  [
    ['deduplicationPeriod'],
    {
      'of-zero-seconds': () => durationVariant(0, 0),
      'negative-seconds': () => durationVariant(-1, 0),
      'longer-than-any-ledger-keeps': () => durationVariant(315_576_000_000, 0),
      'beyond-a-timestamp': () => durationVariant(Number.MAX_SAFE_INTEGER, 0),
      'negative-nanos': () => durationVariant(1, -1),
      'nanos-above-a-second': () => durationVariant(1, 1_000_000_000),
    },
  ],
];

/** Whether a body, once changed, differs from the valid one; a placeholder may lack the field. */
function changed(body: JsonObject, path: Path, value: unknown): JsonObject | undefined {
  if (value === valueAt(body, path)) return undefined;
  if (path.length > 1 && valueAt(body, path) === undefined) return undefined;
  return withValue(body, path, value) as JsonObject;
}

/** A string of the Big List of Naughty Strings in each of these; other ones in each run. */
const freeStrings: readonly Path[] = [
  ['userId'],
  [...entry, 'party'],
  [...signature, 'signedBy'],
  ['preparedTransaction'],
];
const naughtyOfEach = 3;

/** Every string without rules of its own: empty, each with every value of the optional fields. */
const strings: readonly Path[] = [
  ...freeStrings,
  [...signature, 'signature'],
  [...signature, 'format'],
  [...signature, 'signingAlgorithmSpec'],
];

interface Row {
  readonly path: Path;
  readonly kind: string;
  readonly make: (source: Source) => unknown;
}

function rowsFor(run: Run): Row[] {
  const { nonce } = run;
  const { seed, ...sampling } = samplingOf(run);
  const meant = table.flatMap(([path, values]) =>
    Object.entries(values).map(([kind, make]): Row => ({ path, kind, make })),
  );
  // Two rows in a row have opposite options.
  const empty = strings.flatMap((path) =>
    [0, 1].map((): Row => ({ path, kind: 'empty-string', make: () => '' })),
  );
  const extreme = strings.flatMap((path) =>
    Object.entries(extremeStrings(seed, nonce, path.join('/'))).map(
      ([kind, text]): Row => ({ path, kind, make: () => text }),
    ),
  );
  const naughty = freeStrings.flatMap((path) =>
    naughtyStrings(
      { ...sampling, seed: `${seed}/${nonce}/${path.join('/')}` },
      (text) => text !== '',
      naughtyOfEach,
    ).map(({ value }): Row => ({ path, kind: 'string-that-breaks-software', make: () => value })),
  );
  return [...empty, ...meant, ...naughty, ...extreme];
}

/** The combinations of the optional fields of a submission; the first is drawn, each second one is its opposite. */
function optionsAt({ facts: { userId }, seed, nonce }: Run, path: Path, index: number): JsonObject {
  const [bits = 0, seconds = 0] = bytesFrom([seed, nonce, 'options', path.join('/'), index >> 1], 2);
  const isThere = (bit: number): boolean => (((bits >> bit) ^ index) & 1) === 1;
  return {
    ...(userId !== null && isThere(0) ? { userId } : {}),
    ...(isThere(1) ? { minLedgerTime: { time: { Empty: {} } } } : {}),
    ...(isThere(2) ? { deduplicationPeriod: durationVariant(1 + seconds, bits * 1_000) } : {}),
  };
}

/**
 * Values whose type is right and whose meaning is not, those of each field with and without each of the other optional
 * fields. Whether they are rejected is observed; the form of a rejection is judged (ruling 14). The optional fields depend on the nonce,
 * so that runs with one seed send different pairs.
 */
export function meanings(run: Run): readonly Case[] {
  const { nonce } = run;
  const cases = rowsFor(run).flatMap(({ path, kind, make }, index): Case[] => {
    const { body, facts: of } = bodyAt(run, index, 'meaning');
    const { userId, minLedgerTime: _left, ...rest } = body;
    const own = path[0] === 'userId' && userId !== undefined ? { userId } : {};
    const laid: JsonObject = { ...rest, ...own, ...optionsAt(run, path, index) };
    const valid = String(valueAt(laid, path) ?? '');
    const random = textFrom([nonce, run.seed, kind, index], 'abcdefghijkmnpqrstuvwxyz23456789', 20);
    const sent = changed(laid, path, make({ valid, random }));
    if (sent === undefined) return [];
    const wrong = { pointer: pointerOf(path), keyword: 'open' };
    const framed = index % 5 === 0 ? ({ isChunked: true } as const) : {};
    const one: Case = { kind, wrong, facts: of, request: { ...asRequest(sent), ...framed } };
    if (index % 7 !== 0 || path[0] === 'userId') return [one];
    // Of two mistakes, a target may tell in another form than of one.
    const two = { ...one, request: asRequest({ ...sent, userId: `user-${random}` }) };
    return [one, inContext(two, 'beside-an-unknown-user')];
  });
  // A third of them would leave headers out.
  return someWithHeaders(run, cases, 0, 2);
}
