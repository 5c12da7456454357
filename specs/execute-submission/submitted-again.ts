import type { CaseDraft } from '../../engine/case-builder.ts';
import type { Conductor } from '../../engine/conductor.ts';
import { onLine, type Steps, sideBySide } from '../../engine/steps.ts';
import { byKey } from '../../generators/drawn-order.ts';
import { underSubmissionId } from '../../generators/execute-submission.violations.ts';
import { seedOf, textFrom } from '../../generators/seeding.ts';
import { succeeded } from '../../judges/answers/answer-kind.ts';
import { violations } from '../../operations/violations.ts';
import { requirementForKind } from '../../requirements/requirement-for.ts';
import { present } from '../../wire/credential.ts';
import type { OperationRequest } from '../../wire/operation-request.ts';
import { fromViolation, rejectedBodies, rejectedOf, sampleOf } from '../shared/body-faults.ts';
import { type Probe, rememberAccepted, sizedRejection } from '../shared/requests.ts';
import { asRequest, bodyAt, type ExecuteBody, fullBodyAt } from './bodies.ts';

const stem = 'execute-submission.request';

/** How many invalid bodies have the id of an accepted one as it is, and how many in other case. */
const invalid = { asItIs: 9, inOtherCase: 4 };

/** How many invalid bodies represent all between valid ones. */
const between = 5;

const digitsAndLetters = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** A submission of this run that was accepted. */
export interface Accepted {
  readonly body: ExecuteBody;
  readonly id: string;
}

const inOtherCase = (id: string): string =>
  id.replace(/[A-Za-z]/g, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );

/**
 * What a target remembers of an accepted submission (ruling 14): the answer to its submissionId again is open, with the
 * same body and with another, at once from several clients and later in the run; its form is not. An invalid body, or a
 * wrong credential, is rejected under that id like under any other.
 */
export function* conductSubmittedAgain(
  conductor: Conductor,
  when: 'before' | 'after',
  earlier?: Accepted,
): Steps<Accepted | undefined> {
  if (conductor.bodies.bodies.length === 0) return undefined;
  const accepted = earlier ?? (yield* acceptOne(conductor, when));
  if (accepted === undefined) return undefined;
  yield* sendAll(conductor, againOpen(conductor, accepted, when), accepted.body);
  if (earlier === undefined) yield* sendAll(conductor, againWrong(conductor, accepted), accepted.body);
  return accepted;
}

/** Sends a submission under an id of letters in both cases; undefined if it is not accepted. */
function* acceptOne(conductor: Conductor, when: string): Steps<Accepted | undefined> {
  const body = bodyAt(conductor, 0, 'again', when);
  // Each attempt has another id, so that an answer that was lost leaves no doubt.
  const idAt = (time: number): string =>
    textFrom([conductor.identity('again', when, time)], digitsAndLetters, 36);
  let id = '';
  let isAccepted = false;
  const draft = { kind: 'configured-body', detail: 'to-be-sent-again', as: 'EX-SUCCESS', facts: body.facts };
  yield* conductor.inCase(draft, function* (builder) {
    const { answer } = yield* builder.send('probe', (time) => {
      id = idAt(time);
      return asRequest({ ...body.body, submissionId: id });
    });
    rememberAccepted(conductor, body.index, answer);
    isAccepted = answer !== undefined && succeeded('execute-submission', answer);
  });
  return isAccepted ? { body, id } : undefined;
}

/** The id again in a valid submission, with the same body and with others; in other case it is another id. */
function againOpen(conductor: Conductor, { body, id }: Accepted, when: 'before' | 'after'): Probe[] {
  const of = (detail: string, changed: object, how: Partial<OperationRequest> = {}): Probe => ({
    draft: { kind: 'submission-id-again', detail, as: 'EX-OPEN-SUBMITTED-AGAIN', facts: accepted(body) },
    request: { ...asRequest(changed), ...how },
  });
  const same = { ...body.body, submissionId: id };
  const full = { ...fullBodyAt(conductor, 0).body, submissionId: id };
  if (when === 'after') return [of('later', same), of('later-with-other-fields', full)];
  return [
    of('same-body', same, { connection: 'fresh' }),
    of('same-body', same, { connection: 'fresh' }),
    of('same-body', same),
    of('other-fields', full),
  ];
}

/** By now, any configured body was accepted. */
function accepted({ facts }: ExecuteBody): NonNullable<CaseDraft['facts']> {
  return { ...facts, accepted: true };
}

/** Some of all, drawn from seed and nonce. */
function drawn<T>({ seed, nonce }: Conductor, all: readonly T[], count: number, name: string): T[] {
  return byKey(all, (index) => seedOf(seed, nonce, name, index)).slice(0, count);
}

function againWrong(conductor: Conductor, { body, id }: Accepted): Probe[] {
  const facts = accepted(body);
  const all = violations(stem, body.body, () => true, sampleOf(conductor, 'again')).filter(
    ({ pointer }) => pointer !== '/submissionId' && pointer !== '',
  );
  const under = (given: string, context: string, count: number): Probe[] =>
    drawn(
      conductor,
      rejectedOf(
        stem,
        all.map((each) => fromViolation(underSubmissionId(each, given))),
      ),
      count,
      context,
    ).map(({ draft, request }) => ({ draft: { ...draft, context: [context], facts }, request }));
  return [
    ...under(id, 'under-an-accepted-id', invalid.asItIs),
    ...under(inOtherCase(id), 'under-an-accepted-id-in-other-case', invalid.inOtherCase),
    ...wrongCredentials(conductor, asRequest({ ...body.body, submissionId: id }), facts),
  ];
}

function wrongCredentials(
  { credentials, facts: { apiKeyForm } }: Conductor,
  request: OperationRequest,
  facts: NonNullable<CaseDraft['facts']>,
): Probe[] {
  const forged = credentials
    .altered()
    .filter(({ kind }) => kind === 'signature-altered')
    .slice(0, 1);
  const context = ['under-an-accepted-id'];
  return [
    {
      draft: { kind: 'no-credential', as: requirementForKind('none'), credential: 'none', context, facts },
      request,
      credential: [],
    },
    ...forged.flatMap(({ kind, detail }) =>
      (['bearer', 'api-key'] as const).map((scheme) => ({
        draft: { kind, as: requirementForKind(kind), credential: kind, context: [...context, scheme], facts },
        request,
        credential: present(scheme, { token: 'altered', kind, detail }, apiKeyForm ?? 'jwt.token.'),
      })),
    ),
  ];
}

function* sendAll(conductor: Conductor, probes: readonly Probe[], { index }: ExecuteBody): Steps {
  yield* sideBySide(
    probes.map(({ draft, request, credential }) =>
      conductor.inCase(draft, function* (builder) {
        const { answer } = yield* builder.send('probe', request, credential);
        rememberAccepted(conductor, index, answer);
      }),
    ),
  );
}

/**
 * Sends a valid submission behind each kind of rejected request, one after the other: a rejection must leave nothing
 * behind. Only where a body can be sent again at once (ruling 14).
 */
export function* conductBehindRejections(conductor: Conductor, when: 'before' | 'after'): Steps {
  if (conductor.bodies.reuse() !== 'at-once') return;
  const valid = bodyAt(conductor, 0, 'behind', when);
  const sampling = sampleOf(conductor, 'behind', when);
  const structural = rejectedOf(stem, violations(stem, valid.body, () => true, sampling).map(fromViolation));
  const some = [
    ...drawn(conductor, structural, between - 2, `behind/${when}`),
    ...drawn(conductor, rejectedBodies(stem, valid.body, sampling), 2, `text/${when}`),
  ].map(({ draft, request }): Probe => ({ draft: { ...draft, facts: valid.facts }, request }));
  const refused: Probe[] = [
    ...some,
    ...wrongCredentials(conductor, asRequest(valid.body), valid.facts),
    { draft: { kind: 'method', detail: 'PUT', as: 'HTTP-OPEN-METHOD' }, request: { method: 'PUT' } },
  ];
  yield* onLine(function* (line) {
    const where = when === 'before' ? { connection: line } : {};
    for (const [at, { draft, request, credential }] of refused.entries()) {
      const context = [...(draft.context ?? []), 'between-valid-requests'].filter(
        (each) => each !== 'under-an-accepted-id',
      );
      yield* sendAll(
        conductor,
        [{ draft: { ...draft, context }, request: { ...sizedRejection(request, at), ...where }, credential }],
        valid,
      );
      const { facts } = bodyAt(conductor, 0, 'behind', when, at);
      const again = {
        kind: 'configured-body',
        context: ['behind-rejected-requests'],
        as: 'EX-SUCCESS',
        facts,
      };
      yield* conductor.inCase(again, (builder) =>
        builder.send('probe', (time) => ({
          ...asRequest(bodyAt(conductor, 0, 'behind', when, at, time).body),
          ...where,
        })),
      );
    }
  });
}
