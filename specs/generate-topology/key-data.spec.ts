import { type Case, type Run, type Steps, sideBySide, until } from '../../engine/check.ts';
import { checksOf, test } from '../../engine/spec.ts';
import { extremeStrings } from '../../generators/extreme-strings.ts';
import { casesInForm, type KeyCase, keyCases, undecodableText } from '../../generators/key-data/key-cases.ts';
import { exampleForm } from '../../generators/key-forms.ts';
import type { KeySpec, SigningKey } from '../../generators/keys.ts';
import { leniencyOf } from '../../generators/leniencies/catalogue.ts';
import { bytesFrom } from '../../generators/seeding.ts';
import { succeeded } from '../../judges/answers/answer-kind.ts';
import type { Exchange } from '../../wire/exchange.ts';
import { fewAtQuick, sendAll, someByApiKey } from '../shared/cases.ts';
import { sendOpen } from '../shared/open.ts';
import { asRequest, drawnBody } from './bodies.ts';
import { bodyWith, casesOf, curves, ed25519, keyOf, takenForms, withKeyData } from './keys.ts';
import { crossedBody } from './optional-values.ts';

// keyData that is not the plain encoding of a key (ruling 31). Last, because some runtimes end on some of these keys.
const check = checksOf('generate-topology', { isAlone: true });

test(...check('GT-OPEN-KEY-ENCODING', { cases: (run) => sendOpen(run, openRequests(run)) }));
test(
  ...check('GT-KEY-UNDECODABLE', {
    over: ['key-type'],
    *cases(run) {
      const risky = yield* sideBySide<(() => Steps) | undefined>([
        sendEd25519(run),
        ...curves.map((keySpec, at) => sendCurve(run, keySpec, 100 + at)),
      ]);
      for (const send of risky) if (send !== undefined) yield* send();
      yield* sendOtherForms(run);
    },
  }),
);

/** Bytes that have little in common with a key. */
function arbitraryCases({ keyData, spki }: Pick<SigningKey, 'keyData' | 'spki'>): KeyCase[] {
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
function* sendEd25519(run: Run): Steps<undefined> {
  const parts = run.effort === 'quick' ? 1 : 2;
  const cases = Array.from({ length: parts }, (_, index) => {
    const key = keyOf(ed25519, run, index);
    const drawn = crossedBody(run, index);
    const { synchronizer, partyHint, publicKey } = drawn;
    const body = bodyWith(index % 2 === 0 ? drawn : { synchronizer, partyHint, publicKey }, key);
    const all = [...arbitraryCases(key), ...keyCases(key, 'undecodable-key').flat()];
    const own = all.filter((_each, place) => place % parts === index % parts);
    const control = asRequest(body);
    return withKeyData(body, key, fewAtQuick(run, own)).map((each) => ({ ...each, control }));
  });
  yield* sendAll(run, someByApiKey(run, cases.flat()));
  return undefined;
}

/**
 * Sends points off a curve. Whether the target knows the specification is open (ruling 13): the rejections have a valid
 * control only if it takes a valid key of it, and a 2xx is a breach all the same. Returns what sends the points that end
 * some runtimes.
 */
function* sendCurve(run: Run, keySpec: KeySpec, index: number): Steps<() => Steps> {
  const key = keyOf(keySpec, run, index);
  const body = drawnBody(run, index);
  const cases = fewAtQuick(run, casesOf(run, key, 'undecodable-key'));
  const isRisky = ({ kind }: KeyCase): boolean => leniencyOf(kind)?.mayCrash === true;
  let valid: { readonly exchange: Exchange | undefined } | undefined;
  const sendValid = function* (): Steps {
    const exchange = yield* run.send({
      kind: 'key',
      detail: `of ${keySpec}`,
      as: 'GT-OPEN-KEY-MISFIT',
      wrong: { pointer: '/publicKey', keyword: 'open' },
      request: asRequest(bodyWith(body, key)),
    });
    valid = { exchange };
  };
  const sendWrong = (some: readonly KeyCase[]): Steps<unknown>[] =>
    withKeyData(body, key, some).map((each) =>
      run.open(each, function* (open) {
        yield* until(() => valid !== undefined);
        const exchange = valid?.exchange;
        const isKnown = exchange?.answer !== undefined && succeeded(run.operation, exchange.answer);
        if (isKnown) open.include('control', exchange);
        yield* open.send('probe', each.request ?? {});
      }),
    );
  yield* sideBySide<unknown>([sendValid(), ...sendWrong(cases.filter((each) => !isRisky(each)))]);
  return function* () {
    yield* sideBySide(sendWrong(cases.filter(isRisky)));
  };
}

/** What is no key, with each other form of keys that the target takes. Which bytes are one in another format is not in the document. */
function* sendOtherForms(run: Run): Steps {
  const [turn = 0] = bytesFrom([run.seed, run.nonce, 'undecodable-forms'], 1);
  const taken = yield* takenForms(run);
  const cases = taken.flatMap(({ form, body, exchange }, at) => {
    const { keyData } = body.publicKey;
    const key = { ...form, keyData, spki: Buffer.from(keyData, 'base64') };
    const wanted = form.format === exampleForm.format ? /^(text-that|cut)/ : /^text-that/;
    const plain = arbitraryCases(key).filter(({ detail }) => wanted.test(detail));
    const context = [`key of ${form.keySpec} in ${form.format}`];
    const all = withKeyData(body, key, [...plain, ...casesInForm(key, turn + at)]);
    return all.map((each): Case => ({ ...each, context, control: exchange }));
  });
  yield* sendAll(run, someByApiKey(run, fewAtQuick(run, cases)));
}

/** Other encodings of keys of each specification. */
function openRequests(run: Run): Case[] {
  return ([ed25519, ...curves] as const).flatMap((keySpec, at) => {
    const key = keyOf(keySpec, run, at);
    const cases = casesOf(run, key, 'key-encoding');
    return withKeyData(drawnBody(run, at), key, cases);
  });
}
