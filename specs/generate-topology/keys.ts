import { type Case, type Run, type Steps, sideBySide } from '../../engine/check.ts';
import type { GenerateTopologyRequest } from '../../generators/generate-topology.ts';
import {
  type KeyCase,
  type KeyKeyword,
  keyCases,
  wycheproofCase,
} from '../../generators/key-data/key-cases.ts';
import { wycheproofKeys } from '../../generators/key-data/wycheproof.ts';
import { type KeyForm, keyOfForm, otherKeyForms } from '../../generators/key-forms.ts';
import { type KeySpec, type SigningKey, signingKey } from '../../generators/keys.ts';
import { inDrawnOrder } from '../../generators/sampling.ts';
import { succeeded } from '../../judges/answers/answer-kind.ts';
import type { Exchange } from '../../wire/exchange.ts';
import { asRequest, drawnBody, keyringOf } from './bodies.ts';

/** A form of keys that the target takes, with the success that showed it. */
export interface TakenForm {
  readonly form: KeyForm;
  readonly body: GenerateTopologyRequest;
  readonly exchange: Exchange;
}

/** How many keys of each form a run draws; the same ones come again in other checks. */
export const keysOfEachForm = 8;

/** What a request with a key of this form is sent for: whether a target takes the form is open (ruling 13). */
export function caseOfForm({ keySpec, format }: KeyForm): Case {
  const isOtherFormat = format !== 'CRYPTO_KEY_FORMAT_DER_X509_SUBJECT_PUBLIC_KEY_INFO';
  return {
    kind: 'key',
    detail: isOtherFormat ? `of ${keySpec} in ${format}` : `of ${keySpec}`,
    as: isOtherFormat ? 'GT-OPEN-FORMAT-UNKNOWN' : 'GT-OPEN-KEY-MISFIT',
    wrong: { pointer: '/publicKey', keyword: 'open' },
  };
}

/** A key of the form that the whole run uses. */
export function keyAt(run: Run, form: KeyForm, index: number): GenerateTopologyRequest['publicKey'] {
  return keyOfForm(form, 'party', ...keyringOf(run), index % keysOfEachForm);
}

/**
 * Sends one valid request for each form of keys, once for each check, and returns the forms that were taken.
 * @param forms the forms to ask for; by default, all but that of the document's examples
 */
export function* takenForms(
  run: Run,
  forms: readonly KeyForm[] = otherKeyForms,
): Steps<readonly TakenForm[]> {
  const answers = yield* sideBySide(
    forms.map((form) => run.once(`form ${form.keySpec} ${form.format}`, () => askForm(run, form))),
  );
  return answers.filter((each) => each !== undefined);
}

function* askForm(run: Run, form: KeyForm): Steps<TakenForm | undefined> {
  const drawn = drawnBody(run, 5_000 + otherKeyForms.indexOf(form));
  const body = { ...drawn, publicKey: keyAt(run, form, 0) };
  const exchange = yield* run.send({ ...caseOfForm(form), request: asRequest(body) });
  const answer = exchange?.answer;
  return exchange !== undefined && answer !== undefined && succeeded('generate-topology', answer)
    ? { form, body, exchange }
    : undefined;
}

const pointer = '/publicKey/keyData';
export const ed25519 = 'SIGNING_KEY_SPEC_EC_CURVE25519' as const;
export const curves = ['SIGNING_KEY_SPEC_EC_P256', 'SIGNING_KEY_SPEC_EC_P384'] as const;

/** How many keys of Wycheproof are drawn for a curve below soak effort. */
const drawnKeys = {
  'undecodable-key': { quick: 4, standard: 24 },
  'key-encoding': { quick: 2, standard: 8 },
};

/** A key whose base64 has a character that base64url does not have. */
export function keyOf(keySpec: KeySpec, run: Run, index: number): SigningKey {
  for (let attempt = 0; ; attempt += 1) {
    const key = signingKey(keySpec, 'key-data', run.identity(index), attempt);
    if (/[+/]/.test(key.keyData)) return key;
  }
}

/** A drawn body with this key, and optionally other keyData. */
export function bodyWith(
  body: GenerateTopologyRequest,
  { format, keySpec, keyData }: GenerateTopologyRequest['publicKey'],
  other: string = keyData,
): GenerateTopologyRequest {
  return { ...body, publicKey: { format, keySpec, keyData: other } };
}

/** Keys of Wycheproof: all in a soak, or as many as drawn by the seed. */
function wycheproofCases(run: Run, keySpec: KeySpec, keyword: KeyKeyword): KeyCase[] {
  const all = wycheproofKeys().filter((key) => key.keySpec === keySpec);
  const cases = all.map(wycheproofCase).filter((each) => each.keyword === keyword);
  const { effort } = run;
  return effort === 'soak' ? cases : inDrawnOrder(cases, run.seedAt(0)).slice(0, drawnKeys[keyword][effort]);
}

/** Every form of a key in the catalogue, and keys of Wycheproof of its specification. */
export function casesOf(run: Run, key: SigningKey, keyword: KeyKeyword): KeyCase[] {
  return [...keyCases(key, keyword).flat(), ...wycheproofCases(run, key.keySpec, keyword)];
}

/** A body with each of these in place of the data of its key. */
export function withKeyData(
  body: GenerateTopologyRequest,
  key: GenerateTopologyRequest['publicKey'],
  cases: readonly KeyCase[],
): Case[] {
  return cases.map(({ kind, detail, keyword, keyData }) => ({
    kind,
    detail,
    wrong: { pointer, keyword },
    request: asRequest(bodyWith(body, key, keyData)),
  }));
}

/** Requests of a soak whose key must be rejected, of each specification. */
export function undecodableKeys(run: Run, index: number): Case[] {
  return ([ed25519, ...curves] as const).flatMap((keySpec) => {
    const key = keyOf(keySpec, run, index);
    const cases = casesOf(run, key, 'undecodable-key');
    return withKeyData(drawnBody(run, index), key, cases).map((each) => ({
      ...each,
      context: ['soak'],
      as: 'GT-KEY-UNDECODABLE',
      // The control of a soak has an Ed25519 key, which says nothing about other specifications.
      expected: keySpec === ed25519 ? 'rejection' : 'anything',
    }));
  });
}
