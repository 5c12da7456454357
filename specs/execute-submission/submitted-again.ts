import { type Case, onLine, type Request, type Run, type Steps } from '../../engine/check.ts';
import { underSubmissionId } from '../../generators/execute-submission.violations.ts';
import { inDrawnOrder } from '../../generators/sampling.ts';
import { textFrom } from '../../generators/seeding.ts';
import { inOtherCase } from '../../generators/written-otherwise.ts';
import { succeeded } from '../../judges/answers/answer-kind.ts';
import { violations } from '../../operations/violations.ts';
import {
  fromViolation,
  rejectedBodies,
  rejectedOf,
  rejectedViolations,
  sampleOf,
} from '../shared/body-faults.ts';
import { inContext, laidOver, otherMethod, sendAll, sizedRejection, type Valid } from '../shared/cases.ts';
import { forged, noCredential } from '../shared/wrong-credentials.ts';
import { asRequest, bodyAt, type ExecuteBody, fullBodyAt } from './bodies.ts';
import { meanings } from './meaning.ts';

const stem = 'execute-submission.request';

/** How many invalid bodies have the id of an accepted one as it is, and how many in other case. */
const invalid = { asItIs: 9, inOtherCase: 4 };

/** How many invalid bodies represent all between valid ones. */
const between = 5;

const digitsAndLetters = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** A submission of this run that was accepted. */
interface Accepted {
  readonly body: ExecuteBody;
  readonly id: string;
}

/**
 * What a target remembers of an accepted submission (ruling 14): the answer to its submissionId again is open, with the
 * same body and with another, at once from several clients and later in the run; its form is not. An invalid body, or a
 * wrong credential, is rejected under that id like under any other.
 */
export function* sendAgain(
  run: Run,
  when: 'before' | 'after',
  earlier?: Accepted,
): Steps<Accepted | undefined> {
  if (run.bodies.bodies.length === 0) return undefined;
  const accepted = earlier ?? (yield* acceptOne(run, when));
  if (accepted === undefined) return undefined;
  yield* sendAll(run, againOpen(run, accepted, when));
  if (earlier === undefined) yield* sendAll(run, againWrong(run, accepted));
  return accepted;
}

/** Sends a submission under an id of letters in both cases; undefined if it is not accepted. */
function* acceptOne(run: Run, when: string): Steps<Accepted | undefined> {
  const body = bodyAt(run, 0, 'again', when);
  // Each attempt has another id, so that an answer that was lost leaves no doubt.
  const idAt = (time: number): string => textFrom([run.identity('again', when, time)], digitsAndLetters, 36);
  let id = '';
  const { facts, bodyIndex } = body;
  const first = { kind: 'configured-body', detail: 'to-be-sent-again', as: 'EX-SUCCESS', facts, bodyIndex };
  const exchange = yield* run.open(first, (open) =>
    open.send('probe', (time) => {
      id = idAt(time);
      return asRequest({ ...body.body, submissionId: id });
    }),
  );
  const answer = exchange?.answer;
  return answer !== undefined && succeeded('execute-submission', answer) ? { body, id } : undefined;
}

/** The id again in a valid submission, with the same body and with others; in other case it is another id. */
function againOpen(run: Run, { body, id }: Accepted, when: 'before' | 'after'): Case[] {
  const of = (detail: string, changed: object, how: Request = {}): Case => ({
    kind: 'submission-id-again',
    detail,
    as: 'EX-OPEN-SUBMITTED-AGAIN',
    ...accepted(body),
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
function accepted({ facts, bodyIndex }: ExecuteBody): Pick<Case, 'facts' | 'bodyIndex'> {
  return { facts: { ...facts, accepted: true }, bodyIndex };
}

/** Some of all, drawn from seed and nonce. */
function drawn<T>({ seed, nonce }: Run, all: readonly T[], count: number, name: string): T[] {
  return inDrawnOrder(all, seed, nonce, name).slice(0, count);
}

function againWrong(run: Run, { body, id }: Accepted): Case[] {
  const known = accepted(body);
  const all = violations(stem, body.body, () => true, sampleOf(run, 'again')).filter(
    ({ pointer }) => pointer !== '/submissionId' && pointer !== '',
  );
  const under = (given: string, context: string, count: number): Case[] => {
    const faulty = all.map((each) => fromViolation(underSubmissionId(each, given)));
    return drawn(run, rejectedOf(stem, faulty), count, context).map((each) => ({
      ...each,
      ...known,
      context: [context],
    }));
  };
  const request = asRequest({ ...body.body, submissionId: id });
  return [
    ...under(id, 'under-an-accepted-id', invalid.asItIs),
    ...under(inOtherCase(id), 'under-an-accepted-id-in-other-case', invalid.inOtherCase),
    ...wrongCredentials(run, { request, ...known }).map((each) => ({
      ...each,
      context: ['under-an-accepted-id', ...(each.context ?? [])],
    })),
  ];
}

function wrongCredentials(run: Run, valid: Valid): Case[] {
  return [noCredential, ...forged(run)].map((each) => laidOver(valid, each));
}

/**
 * Sends a valid submission behind each kind of rejected request, one after the other: a rejection must leave nothing
 * behind. Only where a body can be sent again at once (ruling 14).
 */
export function* sendBehindRejections(run: Run, when: 'before' | 'after'): Steps {
  if (run.bodies.reuse() !== 'at-once') return;
  const { body, ...known } = bodyAt(run, 0, 'behind', when);
  const sampling = sampleOf(run, 'behind', when);
  const opens = [
    ...meanings(run).filter(({ kind }) => kind === 'no-base64' || kind === 'of-random-bytes'),
    { kind: 'content-type', request: { ...asRequest(body), contentType: 'text/plain' } },
  ].map((each) => ({ ...each, as: 'EX-OPEN-MEANING' }));
  const some: Case[] = [
    ...drawn(run, rejectedViolations(stem, body, sampling), between - 2, `behind/${when}`),
    ...drawn(run, rejectedBodies(stem, body, sampling), 2, `text/${when}`),
    ...wrongCredentials(run, { request: asRequest(body), facts: known.facts }),
    ...opens,
  ].map((each) => ({ ...each, facts: known.facts }));
  yield* onLine(function* (line) {
    const where = when === 'before' ? { connection: line } : {};
    for (const [at, each] of [...some, otherMethod].entries()) {
      const request = { ...sizedRejection(each.request, at), ...where };
      const { bodyIndex } = known;
      yield* run.send({ ...inContext(each, 'between-valid-requests'), request, bodyIndex });
      const again = {
        kind: 'configured-body',
        context: ['behind-rejected-requests'],
        as: 'EX-SUCCESS',
        facts: bodyAt(run, 0, 'behind', when, at).facts,
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
