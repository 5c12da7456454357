import { answersWanted, type OpenCase, pause, type Run, type Steps, sideBySide } from '../../engine/check.ts';
import { submissionId } from '../../generators/execute-submission.ts';
import { textFrom } from '../../generators/seeding.ts';
import { reasonOf } from '../../journal/reason.ts';
import type { JsonObject } from '../../json/read-json.ts';
import { succeeded } from '../../judges/answers/answer-kind.ts';
import type { Line } from '../../wire/connections.ts';
import type { Exchange } from '../../wire/exchange.ts';
import type { Among } from '../shared/same-connection.ts';
import { asRequest } from './bodies.ts';

/** A case in which a configured body, possibly with additions, must be accepted. */
export interface Accepted extends Among {
  readonly lay?: (body: JsonObject) => JsonObject;
  /** Another way to write the same JSON. */
  readonly written?: (json: string) => string;
  /** The length of the submissionId; by default that of a UUID. */
  readonly idLength?: number;
  /** Derives the submissionId from one that all cases of the requirement share, so that the ids look alike. */
  readonly idLike?: (shared: string) => string;
}

/** The submissionId that those of cases with `idLike` are derived from. */
export function sharedId({ seed, nonce, requirement }: Run): string {
  return textFrom([seed, nonce, requirement.id, 'alike'], lettersAndDigits, sharedLength);
}

/** How long to wait for a used body to become usable again, by attempt, in milliseconds. */
const patienceMs: readonly number[] = [300, 1_200, 4_000];

/** How many requirements need fresh bodies; each gets an equal share, so that some are left for the last one. */
const sharers = 7;

/** How many fresh bodies are sent concurrently. */
const freshAtOnce = 8;

const lettersAndDigits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** The length of the shared submissionId. */
const sharedLength = 40;

/**
 * Conducts cases of success. Bodies that were not accepted yet come first; this also shows whether an accepted body can
 * be reused. A 409 to a used body proves nothing (ruling 14): the case waits and retries a few times, and is not
 * exercised if all fail.
 */
export function* sendAccepted(run: Run, cases: readonly Accepted[]): Steps {
  const { bodies } = run;
  if (bodies.bodies.length === 0) {
    run.notExercised(reasonOf('missing-setting', 'execute-body'));
    return;
  }
  const share = Math.max(1, Math.ceil(bodies.bodies.length / sharers));
  let next = 0;
  // With many bodies, use fresh ones first anyway: a reused one may still be in flight.
  const many = bodies.bodies.length >= sharers;
  const one = (each: Accepted, index: number, which: number): Steps => sendOne(run, each, { index, which });
  while (next < cases.length) {
    const atOnce = bodies.reuse() === 'at-once';
    const fresh = [...bodies.bodies.keys()].filter((index) => !bodies.wasAccepted(index));
    const left = atOnce && !many ? 0 : Math.min(fresh.length, share - next, freshAtOnce);
    const some = cases.slice(next, next + Math.max(0, left));
    if (some.length > 0) {
      const from = next;
      yield* sideBySide(some.map((each, at) => one(each, from + at, fresh[at] as number)));
      next += some.length;
      continue;
    }
    if (atOnce) break;
    // With so many bodies, there is no need to spend seconds on finding out whether one can be reused.
    if (share >= answersWanted) return;
    // If reuse needs a wait, one case per requirement is enough.
    if (bodies.reuse() === 'never' || (bodies.reuse() === 'after-a-while' && next > 0)) {
      if (next === 0) run.notExercised(reasonOf('bodies-used-up'));
      return;
    }
    const accepted = [...bodies.bodies.keys()].findIndex((index) => bodies.wasAccepted(index));
    yield* one(cases[next] as Accepted, next, Math.max(0, accepted));
    next += 1;
  }
  const rest = cases.slice(next);
  // Only bodies known to be used are sent concurrently: a 409 to one of these is no evidence (ruling 14).
  const used = [...bodies.bodies.keys()].filter((index) => bodies.wasAccepted(index));
  yield* sideBySide(rest.map((each, at) => one(each, next + at, used[(next + at) % used.length] ?? 0)));
}

function* sendOne(
  run: Run,
  each: Accepted,
  { index, which }: { readonly index: number; readonly which: number },
): Steps {
  const { bodies } = run;
  const wasAccepted = bodies.wasAccepted(which);
  const { around } = each;
  const facts = { body: `body-${which + 1}`, accepted: wasAccepted };
  const sendOn = (line?: Line): Steps<unknown> =>
    run.open({ ...each, facts }, function* (open) {
      const first = { role: 'probe', part: `${index}`, which, line } as const;
      const answered = yield* send(run, open, each, first);
      if (!isUsed(answered, wasAccepted)) {
        if (wasAccepted && hasSucceeded(answered)) bodies.markReuse('at-once');
        return;
      }
      // It seemed reusable at once only because time had passed.
      if (bodies.reuse() === 'at-once') bodies.markReuse('after-a-while');
      for (const [attempt, wait] of patienceMs.entries()) {
        yield* pause(wait);
        const again = yield* send(run, open, each, {
          role: 'repeat',
          part: `${index}/again-${attempt + 1}`,
          which,
        });
        if (isUsed(again, true)) continue;
        bodies.markReuse('after-a-while');
        return;
      }
      if (bodies.reuse() === 'unknown') bodies.markReuse('never');
    });
  yield* around === undefined ? sendOn() : around(sendOn);
}

/** One request of a case: its part of the submissionId, and the index of its configured body. */
interface Submission {
  readonly role: 'probe' | 'repeat';
  readonly part: string;
  readonly which: number;
  readonly line?: Line;
}

function* send(
  run: Run,
  open: OpenCase,
  { lay, written, idLength, idLike, request: how }: Accepted,
  { role, part, which, line }: Submission,
): Steps<Exchange> {
  const { bodies, seed, nonce, requirement } = run;
  const configured = bodies.bodies[which] as JsonObject;
  const idFor = (time: number): string => {
    // Each attempt has another submissionId, so only the first can resemble others.
    if (idLike !== undefined && time === 1) return idLike(sharedId(run));
    return idLength === undefined
      ? submissionId(seed, nonce, `${requirement.id}/${part}/${time}`)
      : textFrom([seed, nonce, requirement.id, part, time], lettersAndDigits, idLength);
  };
  const before = open.record().attempts.length;
  const exchange = yield* open.send(role, (time) => {
    const request = asRequest({ ...(lay?.(configured) ?? configured), submissionId: idFor(time) });
    const sent =
      written === undefined ? request : { body: Buffer.from(written(request.body?.toString() ?? '')) };
    return { ...sent, ...how, ...(line === undefined ? {} : { connection: line }) };
  });
  // An answer that was lost may have been the acceptance.
  const lost = open
    .record()
    .attempts.slice(before)
    .some((place) => place.exchange.failure !== undefined);
  if (hasSucceeded(exchange) || (lost && exchange.answer?.status === 409)) bodies.markAccepted(which);
  return exchange;
}

function hasSucceeded(exchange: Exchange): boolean {
  return (
    exchange.answer !== undefined &&
    exchange.failure === undefined &&
    succeeded('execute-submission', exchange.answer)
  );
}

function isUsed(exchange: Exchange, wasAccepted: boolean): boolean {
  return wasAccepted && exchange.answer?.status === 409;
}
