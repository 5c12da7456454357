import { type Case, onLine, type Run, type Steps, sideBySide } from '../../engine/check.ts';
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
  run: Run,
  when: 'before' | 'after',
  earlier?: Accepted,
): Steps<Accepted | undefined> {
  if (run.bodies.bodies.length === 0) return undefined;
  const accepted = earlier ?? (yield* acceptOne(run, when));
  if (accepted === undefined) return undefined;
  yield* sendAll(run, againOpen(run, accepted, when), accepted.body);
  if (earlier === undefined) yield* sendAll(run, againWrong(run, accepted), accepted.body);
  return accepted;
}

/** Sends a submission under an id of letters in both cases; undefined if it is not accepted. */
function* acceptOne(run: Run, when: string): Steps<Accepted | undefined> {
  const body = bodyAt(run, 0, 'again', when);
  // Each attempt has another id, so that an answer that was lost leaves no doubt.
  const idAt = (time: number): string => textFrom([run.identity('again', when, time)], digitsAndLetters, 36);
  let id = '';
  let isAccepted = false;
  const draft = { kind: 'configured-body', detail: 'to-be-sent-again', as: 'EX-SUCCESS', facts: body.facts };
  yield* run.open(draft, function* (open) {
    const { answer } = yield* open.send('probe', (time) => {
      id = idAt(time);
      return asRequest({ ...body.body, submissionId: id });
    });
    rememberAccepted(run, body.index, answer);
    isAccepted = answer !== undefined && succeeded('execute-submission', answer);
  });
  return isAccepted ? { body, id } : undefined;
}

/** The id again in a valid submission, with the same body and with others; in other case it is another id. */
function againOpen(run: Run, { body, id }: Accepted, when: 'before' | 'after'): Probe[] {
  const of = (detail: string, changed: object, how: Partial<OperationRequest> = {}): Probe => ({
    draft: { kind: 'submission-id-again', detail, as: 'EX-OPEN-SUBMITTED-AGAIN', facts: accepted(body) },
    request: { ...asRequest(changed), ...how },
  });
  const same = { ...body.body, submissionId: id };
  const full = { ...fullBodyAt(run, 0).body, submissionId: id };
  if (when === 'after') return [of('later', same), of('later-with-other-fields', full)];
  return [
    of('same-body', same, { connection: 'fresh' }),
    of('same-body', same, { connection: 'fresh' }),
    of('same-body', same),
    of('other-fields', full),
  ];
}

/** By now, any configured body was accepted. */
function accepted({ facts }: ExecuteBody): NonNullable<Case['facts']> {
  return { ...facts, accepted: true };
}

/** Some of all, drawn from seed and nonce. */
function drawn<T>({ seed, nonce }: Run, all: readonly T[], count: number, name: string): T[] {
  return byKey(all, (index) => seedOf(seed, nonce, name, index)).slice(0, count);
}

function againWrong(run: Run, { body, id }: Accepted): Probe[] {
  const facts = accepted(body);
  const all = violations(stem, body.body, () => true, sampleOf(run, 'again')).filter(
    ({ pointer }) => pointer !== '/submissionId' && pointer !== '',
  );
  const under = (given: string, context: string, count: number): Probe[] =>
    drawn(
      run,
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
    ...wrongCredentials(run, asRequest({ ...body.body, submissionId: id }), facts),
  ];
}

function wrongCredentials(
  { credentials, facts: { apiKeyForm } }: Run,
  request: OperationRequest,
  facts: NonNullable<Case['facts']>,
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

function* sendAll(run: Run, probes: readonly Probe[], { index }: ExecuteBody): Steps {
  yield* sideBySide(
    probes.map(({ draft, request, credential }) =>
      run.open(draft, function* (open) {
        const { answer } = yield* open.send('probe', { ...request, credential });
        rememberAccepted(run, index, answer);
      }),
    ),
  );
}

/**
 * Sends a valid submission behind each kind of rejected request, one after the other: a rejection must leave nothing
 * behind. Only where a body can be sent again at once (ruling 14).
 */
export function* conductBehindRejections(run: Run, when: 'before' | 'after'): Steps {
  if (run.bodies.reuse() !== 'at-once') return;
  const valid = bodyAt(run, 0, 'behind', when);
  const sampling = sampleOf(run, 'behind', when);
  const structural = rejectedOf(stem, violations(stem, valid.body, () => true, sampling).map(fromViolation));
  const some = [
    ...drawn(run, structural, between - 2, `behind/${when}`),
    ...drawn(run, rejectedBodies(stem, valid.body, sampling), 2, `text/${when}`),
  ].map(({ draft, request }): Probe => ({ draft: { ...draft, facts: valid.facts }, request }));
  const refused: Probe[] = [
    ...some,
    ...wrongCredentials(run, asRequest(valid.body), valid.facts),
    { draft: { kind: 'method', detail: 'PUT', as: 'HTTP-OPEN-METHOD' }, request: { method: 'PUT' } },
  ];
  yield* onLine(function* (line) {
    const where = when === 'before' ? { connection: line } : {};
    for (const [at, { draft, request, credential }] of refused.entries()) {
      const context = [...(draft.context ?? []), 'between-valid-requests'].filter(
        (each) => each !== 'under-an-accepted-id',
      );
      yield* sendAll(
        run,
        [{ draft: { ...draft, context }, request: { ...sizedRejection(request, at), ...where }, credential }],
        valid,
      );
      const { facts } = bodyAt(run, 0, 'behind', when, at);
      const again = {
        kind: 'configured-body',
        context: ['behind-rejected-requests'],
        as: 'EX-SUCCESS',
        facts,
      };
      yield* run.open(again, (open) =>
        open.send('probe', (time) => ({
          ...asRequest(bodyAt(run, 0, 'behind', when, at, time).body),
          ...where,
        })),
      );
    }
  });
}
