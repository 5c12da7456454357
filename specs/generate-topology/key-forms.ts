import { type Case, type Run, type Steps, sideBySide } from '../../engine/check.ts';
import type { GenerateTopologyRequest } from '../../generators/generate-topology.ts';
import { type KeyForm, keyOfForm, otherKeyForms } from '../../generators/key-forms.ts';
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
