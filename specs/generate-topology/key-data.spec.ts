import type { Conductor } from '../../engine/conductor.ts';
import { checksOf, test } from '../../engine/spec.ts';
import { type Steps, sideBySide, until } from '../../engine/steps.ts';
import { extremeStrings } from '../../generators/extreme-strings.ts';
import { type KeyCase, keyCases } from '../../generators/key-data/key-cases.ts';
import { undecodableText } from '../../generators/key-data/undecodable-text.ts';
import type { KeySpec, SigningKey } from '../../generators/keys.ts';
import { leniencyOf } from '../../generators/leniencies/catalogue.ts';
import { bytesFrom } from '../../generators/seeding.ts';
import { succeeded } from '../../judges/answers/answer-kind.ts';
import type { Exchange } from '../../wire/exchange.ts';
import { conductOpen } from '../shared/open.ts';
import { conductRefusals, type Faulty } from '../shared/refusals.ts';
import { fewAtQuick } from '../shared/rounds.ts';
import { asRequest, drawnBody } from './bodies.ts';
import { bodyWith, casesOf, curves, ed25519, faultyOf, keyOf } from './keys-sent.ts';
import { crossedBody } from './optional-values.ts';

// keyData that is not the plain encoding of a key (ruling 31). Last, because some runtimes end on some of these keys.
const check = checksOf('generate-topology', { isAlone: true });

test(
  ...check('GT-OPEN-KEY-ENCODING', {
    cases: (conductor) => conductOpen(conductor, openRequests(conductor)),
  }),
);
test(
  ...check('GT-KEY-UNDECODABLE', {
    over: ['key-type'],
    *cases(conductor) {
      const risky = yield* sideBySide<(() => Steps) | undefined>([
        conductEd25519(conductor),
        ...curves.map((keySpec, at) => conductCurve(conductor, keySpec, 100 + at)),
      ]);
      for (const conduct of risky) if (conduct !== undefined) yield* conduct();
    },
  }),
);

/** Bytes that have little in common with a key. */
function arbitraryCases({ keyData, spki }: SigningKey): KeyCase[] {
  const data = {
    'random-bytes': bytesFrom(['undecodable', keyData], 44).toString('base64'),
    'cut-in-the-middle': spki.subarray(0, spki.length >> 1).toString('base64'),
    'first-byte-missing': spki.subarray(1).toString('base64'),
    'text-that-no-encoding-decodes': undecodableText(keyData),
    'raw-key-without-its-frame': spki.subarray(-32).toString('base64'),
    'one-byte': bytesFrom(['one-byte', keyData], 1).toString('base64'),
    ...extremeStrings(keyData),
  };
  const keyword = 'undecodable-key';
  return Object.entries(data).map(([detail, text]) => ({ kind: keyword, detail, keyword, keyData: text }));
}

/**
 * Sends undecodable Ed25519 keys. Of forms that resemble each other, such as two line endings, one goes with drawn values
 * of the optional fields and the next with the required fields alone.
 */
function* conductEd25519(conductor: Conductor): Steps<undefined> {
  const parts = conductor.effort === 'quick' ? 1 : 2;
  yield* conductRefusals(
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
  return undefined;
}

/**
 * Sends points off a curve. Whether the target knows the specification is open (ruling 13): the rejections have a valid
 * control only if it takes a valid key of it, and a 2xx is a breach all the same. Returns what sends the points that end
 * some runtimes.
 */
function* conductCurve(conductor: Conductor, keySpec: KeySpec, index: number): Steps<() => Steps> {
  const key = keyOf(keySpec, conductor, index);
  const body = drawnBody(conductor, index);
  const cases = fewAtQuick(conductor, casesOf(conductor, key, 'undecodable-key'));
  const isRisky = ({ kind }: KeyCase): boolean => leniencyOf(kind)?.mayCrash === true;
  let control: { readonly exchange: Exchange | undefined } | undefined;
  const draft = { kind: 'key', detail: `of ${keySpec}`, wrong: { pointer: '/publicKey', keyword: 'open' } };
  const valid = function* (): Steps {
    let exchange: Exchange | undefined;
    yield* conductor.inCase({ ...draft, as: 'GT-OPEN-KEY-MISFIT' }, function* (builder) {
      exchange = yield* builder.send('probe', asRequest(bodyWith(body, key)));
    });
    control = { exchange };
  };
  const conducted = (some: readonly KeyCase[]): Steps[] =>
    faultyOf(body, key, some).map(({ request, ...faulty }) =>
      conductor.inCase(faulty, function* (builder) {
        yield* until(() => control !== undefined);
        const exchange = control?.exchange;
        const isKnown = exchange?.answer !== undefined && succeeded(conductor.operation, exchange.answer);
        if (isKnown) builder.include('control', exchange);
        yield* builder.send('probe', request);
      }),
    );
  yield* sideBySide([valid(), ...conducted(cases.filter((each) => !isRisky(each)))]);
  return function* () {
    yield* sideBySide(conducted(cases.filter(isRisky)));
  };
}

/** Other encodings of keys of each specification. */
function openRequests(conductor: Conductor): Faulty[] {
  return ([ed25519, ...curves] as const).flatMap((keySpec, at) => {
    const key = keyOf(keySpec, conductor, at);
    const cases = casesOf(conductor, key, 'key-encoding');
    return faultyOf(drawnBody(conductor, at), key, cases);
  });
}
