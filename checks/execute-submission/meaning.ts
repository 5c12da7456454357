import { durationVariant, executeOptions } from '../../generators/execute-submission.ts';
import { type Path, pointerOf, valueAt, withValue } from '../../generators/json-path.ts';
import { bytesFrom, draw, seedOf, textFrom } from '../../generators/seeding.ts';
import type { JsonObject } from '../../json/read-json.ts';
import type { Check } from '../../session/check.ts';
import type { Conductor } from '../../session/conductor.ts';
import { createCheck } from '../conduct/check.ts';
import { conductOpen, type OpenRequest } from '../conduct/open.ts';
import { asRequest, bodyAt } from './bodies.ts';

/** What wrong values are made of: the valid value, and something that differs in every run. */
interface Source {
  readonly valid: string;
  readonly random: string;
}

type Values = Readonly<Record<string, (source: Source) => unknown>>;

const entry: Path = ['partySignatures', 'signatures', 0];
const signature: Path = [...entry, 'signatures', 0];

const inOtherCase = (text: string): string =>
  text.replace(/[A-Za-z]/g, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
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
  pem: ({ valid }) => `-----BEGIN PREPARED-----\n${valid}\n-----END PREPARED-----\n`,
};

/** Values of the right type with another meaning, by field. */
const table: readonly (readonly [Path, Values])[] = [
  [['preparedTransaction'], base64Values],
  [
    ['userId'],
    {
      'unknown-user': ({ random }) => `user-${random}`,
      'in-other-case': ({ valid }) => inOtherCase(valid === '' ? 'participant_admin' : valid),
      'blanks-around': ({ valid }) => ` ${valid} `,
      'very-long': ({ random }) => random.repeat(20),
    },
  ],
  [
    [...entry, 'party'],
    {
      'unknown-party': ({ random }) => `${random}::1220${bytesFrom([random], 32).toString('hex')}`,
      'in-other-case': ({ valid }) => inOtherCase(valid),
      'name-alone': ({ valid }) => valid.split('::')[0],
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

/**
 * Values whose type is right and whose meaning is not, each with other optional fields. Whether they are rejected is
 * observed; the form of a rejection is judged (ruling 14). The optional fields depend on the nonce, so that runs with one
 * seed send different pairs.
 */
function meanings(conductor: Conductor): OpenRequest[] {
  const { nonce, facts } = conductor;
  const known = facts.userId === null ? {} : { userId: facts.userId };
  const rows = table.flatMap(([path, values]) =>
    Object.entries(values).map(([kind, make]) => ({ path, kind, make })),
  );
  const options = draw(executeOptions(known), seedOf(conductor.seedAt(0), nonce), rows.length);
  return rows.flatMap(({ path, kind, make }, index) => {
    const { body, facts: of } = bodyAt(conductor, index, 'meaning');
    const laid: JsonObject = { ...body, ...options[index] };
    const valid = String(valueAt(laid, path) ?? '');
    const random = textFrom([nonce, conductor.seed, kind, index], 'abcdefghijkmnpqrstuvwxyz23456789', 20);
    const sent = changed(laid, path, make({ valid, random }));
    if (sent === undefined) return [];
    const wrong = { pointer: pointerOf(path), keyword: 'open' };
    return [{ kind, wrong, facts: of, request: asRequest(sent) }];
  });
}

export const meaningChecks: readonly Check[] = [
  createCheck('execute-submission', 'EX-OPEN-MEANING', (conductor) =>
    conductOpen(conductor, meanings(conductor)),
  ),
];
