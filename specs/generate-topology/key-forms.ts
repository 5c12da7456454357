import type { CaseDraft } from '../../engine/case-builder.ts';
import type { Conductor } from '../../engine/conductor.ts';
import { type Steps, sideBySide } from '../../engine/steps.ts';
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
export function draftOfForm({ keySpec, format }: KeyForm): CaseDraft & { readonly as: string } {
  const isOtherFormat = format !== 'CRYPTO_KEY_FORMAT_DER_X509_SUBJECT_PUBLIC_KEY_INFO';
  return {
    kind: 'key',
    detail: isOtherFormat ? `of ${keySpec} in ${format}` : `of ${keySpec}`,
    as: isOtherFormat ? 'GT-OPEN-FORMAT-UNKNOWN' : 'GT-OPEN-KEY-MISFIT',
    wrong: { pointer: '/publicKey', keyword: 'open' },
  };
}

/** A key of the form that the whole run uses. */
export function keyAt(
  conductor: Conductor,
  form: KeyForm,
  index: number,
): GenerateTopologyRequest['publicKey'] {
  return keyOfForm(form, 'party', ...keyringOf(conductor), index % keysOfEachForm);
}

/**
 * Sends one valid request for each form of keys, once for each check, and returns the forms that were taken.
 * @param forms the forms to ask for; by default, all but that of the document's examples
 */
export function* takenForms(
  conductor: Conductor,
  forms: readonly KeyForm[] = otherKeyForms,
): Steps<readonly TakenForm[]> {
  const answers = yield* sideBySide(
    forms.map((form) =>
      conductor.once(`form ${form.keySpec} ${form.format}`, () => askForm(conductor, form)),
    ),
  );
  return answers.filter((each) => each !== undefined);
}

function* askForm(conductor: Conductor, form: KeyForm): Steps<TakenForm | undefined> {
  const drawn = drawnBody(conductor, 5_000 + otherKeyForms.indexOf(form));
  const body = { ...drawn, publicKey: keyAt(conductor, form, 0) };
  let exchange: Exchange | undefined;
  yield* conductor.inCase(draftOfForm(form), function* (builder) {
    exchange = yield* builder.send('probe', asRequest(body));
  });
  const answer = exchange?.answer;
  return exchange !== undefined && answer !== undefined && succeeded('generate-topology', answer)
    ? { form, body, exchange }
    : undefined;
}
