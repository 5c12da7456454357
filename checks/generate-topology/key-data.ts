import fc from 'fast-check';
import type { GenerateTopologyRequest } from '../../generators/generate-topology.ts';
import {
  type KeyCase,
  type KeyKeyword,
  keyCases,
  wycheproofCase,
} from '../../generators/key-data/key-cases.ts';
import { undecodableText } from '../../generators/key-data/undecodable-text.ts';
import { wycheproofKeys } from '../../generators/key-data/wycheproof.ts';
import { type KeySpec, type SigningKey, signingKey } from '../../generators/keys.ts';
import { leniencyOf } from '../../generators/leniencies/catalogue.ts';
import { bytesFrom, draw } from '../../generators/seeding.ts';
import type { Check } from '../../session/check.ts';
import type { Conductor } from '../../session/conductor.ts';
import type { Exchange } from '../../wire/exchange.ts';
import { succeeded } from '../answers/answer-kind.ts';
import type { BatchRequest } from '../conduct/batch.ts';
import { createCheck } from '../conduct/check.ts';
import { fewAtQuick } from '../conduct/few-at-quick.ts';
import { conductOpen } from '../conduct/open.ts';
import { conductRefusals, type Faulty } from '../conduct/refusals.ts';
import { asRequest, drawnBody } from './bodies.ts';
import { crossedBody } from './optional-values.ts';

const pointer = '/publicKey/keyData';
const ed25519 = 'SIGNING_KEY_SPEC_EC_CURVE25519' as const;
const curves = ['SIGNING_KEY_SPEC_EC_P256', 'SIGNING_KEY_SPEC_EC_P384'] as const;

/** How many keys of Wycheproof are drawn for a curve below soak effort. */
const drawnKeys = {
  'undecodable-key': { quick: 4, standard: 24 },
  'key-encoding': { quick: 2, standard: 8 },
};

/** A key whose base64 has a character that base64url does not have. */
function keyOf(keySpec: KeySpec, conductor: Conductor, index: number): SigningKey {
  for (let attempt = 0; ; attempt += 1) {
    const key = signingKey(keySpec, 'key-data', conductor.identity(index), attempt);
    if (/[+/]/.test(key.keyData)) return key;
  }
}

/** A drawn body with this key, and optionally other keyData. */
function bodyWith(
  body: GenerateTopologyRequest,
  { format, keySpec, keyData }: SigningKey,
  other: string = keyData,
): GenerateTopologyRequest {
  return { ...body, publicKey: { format, keySpec, keyData: other } };
}

function drawnOf<T>(all: readonly T[], seed: number, count: number): T[] {
  const length = Math.min(count, all.length);
  const [some] = draw(fc.shuffledSubarray([...all], { minLength: length, maxLength: length }), seed, 1);
  return some ?? [];
}

/** Keys of Wycheproof: all in a soak, or as many as drawn by the seed. */
function wycheproofCases(conductor: Conductor, keySpec: KeySpec, keyword: KeyKeyword): KeyCase[] {
  const all = wycheproofKeys().filter((key) => key.keySpec === keySpec);
  const cases = all.map(wycheproofCase).filter((each) => each.keyword === keyword);
  const { effort } = conductor;
  return effort === 'soak' ? cases : drawnOf(cases, conductor.seedAt(0), drawnKeys[keyword][effort]);
}

/** Every form of a key in the catalogue, and keys of Wycheproof of its specification. */
function casesOf(conductor: Conductor, key: SigningKey, keyword: KeyKeyword): KeyCase[] {
  return [...keyCases(key, keyword).flat(), ...wycheproofCases(conductor, key.keySpec, keyword)];
}

function faultyOf(body: GenerateTopologyRequest, key: SigningKey, cases: readonly KeyCase[]): Faulty[] {
  return cases.map(({ kind, detail, keyword, keyData }) => ({
    kind,
    detail,
    wrong: { pointer, keyword },
    request: asRequest(bodyWith(body, key, keyData)),
  }));
}

/** Bytes that have little in common with a key. */
function arbitraryCases({ keyData, spki }: SigningKey): KeyCase[] {
  const data = {
    'random-bytes': bytesFrom(['undecodable', keyData], 44).toString('base64'),
    'cut-in-the-middle': spki.subarray(0, spki.length >> 1).toString('base64'),
    'first-byte-missing': spki.subarray(1).toString('base64'),
    'text-that-no-encoding-decodes': undecodableText(keyData),
    'raw-key-without-its-frame': spki.subarray(-32).toString('base64'),
    'one-byte': bytesFrom(['one-byte', keyData], 1).toString('base64'),
  };
  const keyword = 'undecodable-key';
  return Object.entries(data).map(([detail, text]) => ({ kind: keyword, detail, keyword, keyData: text }));
}

/** Requests of a soak whose key must be rejected, of each specification. */
export function undecodableKeys(conductor: Conductor, index: number): BatchRequest[] {
  return ([ed25519, ...curves] as const).flatMap((keySpec) => {
    const key = keyOf(keySpec, conductor, index);
    const cases = casesOf(conductor, key, 'undecodable-key');
    return faultyOf(drawnBody(conductor, index), key, cases).map(({ request, ...draft }) => ({
      draft: { ...draft, context: ['soak'], as: 'GT-KEY-UNDECODABLE' },
      request,
      // The control of a soak has an Ed25519 key, which says nothing about other specifications.
      needsControl: keySpec === ed25519,
    }));
  });
}

/**
 * Sends undecodable Ed25519 keys. Of forms that resemble each other, such as two line endings, one goes with drawn values
 * of the optional fields and the next with the required fields alone.
 */
function conductEd25519(conductor: Conductor): Promise<void> {
  const parts = conductor.effort === 'quick' ? 1 : 2;
  return conductRefusals(
    conductor,
    (index) => {
      const key = keyOf(ed25519, conductor, index);
      const drawn = crossedBody(conductor, index);
      const { synchronizer, partyHint, publicKey } = drawn;
      const body = bodyWith(index % 2 === 0 ? drawn : { synchronizer, partyHint, publicKey }, key);
      const cases = [...arbitraryCases(key), ...keyCases(key, 'undecodable-key').flat()];
      const own = cases.filter((_, place) => place % parts === index % parts);
      return { valid: asRequest(body), faulty: faultyOf(body, key, fewAtQuick(conductor, own)) };
    },
    parts,
  );
}

/**
 * Sends points off a curve. Whether the target knows the specification is open (ruling 13): the rejections have a valid
 * control only if it takes a valid key of it, and a 2xx is a breach all the same. Returns what sends the points that end
 * some runtimes.
 */
async function conductCurve(
  conductor: Conductor,
  keySpec: KeySpec,
  index: number,
): Promise<() => Promise<void>> {
  const key = keyOf(keySpec, conductor, index);
  const body = drawnBody(conductor, index);
  const cases = fewAtQuick(conductor, casesOf(conductor, key, 'undecodable-key'));
  const isRisky = ({ kind }: KeyCase): boolean => leniencyOf(kind)?.mayCrash === true;
  let answered: (exchange?: Exchange) => void = () => {};
  const control = new Promise<Exchange | undefined>((resolve) => (answered = resolve));
  const draft = { kind: 'key', detail: `of ${keySpec}`, wrong: { pointer: '/publicKey', keyword: 'open' } };
  const valid = conductor
    .inCase({ ...draft, as: 'GT-OPEN-KEY-MISFIT' }, async (builder) =>
      answered(await builder.send('probe', asRequest(bodyWith(body, key)))),
    )
    .finally(() => answered());
  const conducted = (some: readonly KeyCase[]): Promise<void>[] =>
    faultyOf(body, key, some).map(({ request, ...faulty }) =>
      conductor.inCase(faulty, async (builder) => {
        const exchange = await control;
        const isKnown = exchange?.answer !== undefined && succeeded(conductor.operation, exchange.answer);
        if (isKnown) builder.include('control', exchange);
        await builder.send('probe', request);
      }),
    );
  await Promise.all([valid, ...conducted(cases.filter((each) => !isRisky(each)))]);
  return async () => void (await Promise.all(conducted(cases.filter(isRisky))));
}

/** Other encodings of keys of each specification. */
function openRequests(conductor: Conductor): Faulty[] {
  return ([ed25519, ...curves] as const).flatMap((keySpec, at) => {
    const key = keyOf(keySpec, conductor, at);
    const cases = casesOf(conductor, key, 'key-encoding');
    return faultyOf(drawnBody(conductor, at), key, cases);
  });
}

/** keyData that is not the plain encoding of a key: what must be rejected, and what is observed (ruling 31). */
export const keyDataChecks: readonly Check[] = [
  createCheck('generate-topology', 'GT-OPEN-KEY-ENCODING', (conductor) =>
    conductOpen(conductor, openRequests(conductor)),
  ),
  {
    ...createCheck('generate-topology', 'GT-KEY-UNDECODABLE', async (conductor) => {
      const [, ...risky] = await Promise.all([
        conductEd25519(conductor),
        ...curves.map((keySpec, at) => conductCurve(conductor, keySpec, 100 + at)),
      ]);
      for (const conduct of risky) await conduct?.();
    }),
    over: ['key-type'],
  },
];
