import {
  answersWanted,
  type Case,
  type Request,
  type Run,
  type Steps,
  sideBySide,
} from '../../engine/check.ts';
import { bufferSizes, padded } from '../../generators/padding.ts';
import { someByKey } from '../../generators/sampling.ts';
import { seedOf } from '../../generators/seeding.ts';
import { wasAccepted } from '../../judges/answers/answer-kind.ts';
import type { Exchange } from '../../wire/exchange.ts';

/** A valid request, and what a case with it has besides. */
export type Valid = Pick<Case, 'facts' | 'bodyIndex'> & { readonly request: Request };

/** Creates valid request `index` of an operation, for checks that are the same on all operations. */
export type MakeValid = (run: Run, index: number) => Valid;

/** A case that says only in what it differs from a valid request, such as its credential, with that request. */
export function laidOver(valid: Valid, each: Case): Case {
  return { ...valid, ...each, request: { ...valid.request, ...each.request } };
}

/** The same case under more circumstances. */
export function inContext(each: Case, ...more: readonly string[]): Case {
  return { ...each, context: [...(each.context ?? []), ...more] };
}

/**
 * Sends each case once: all side by side, and then those that may hang one after the other, so that at most one does.
 * @param send sends one of them, in other steps than its request alone
 */
export function* sendAll(
  run: Pick<Run, 'send'>,
  cases: readonly Case[],
  send: (each: Case) => Steps<Exchange | undefined> = run.send,
): Steps<ReadonlyMap<Case, Exchange | undefined>> {
  const exchanges = new Map<Case, Exchange | undefined>();
  const sendOne = function* (each: Case): Steps {
    exchanges.set(each, yield* send(each));
  };
  yield* sideBySide(cases.filter(({ mayHang }) => mayHang !== true).map(sendOne));
  for (const each of cases) if (each.mayHang === true) yield* sendOne(each);
  return exchanges;
}

/** The cases, every fourth (or `every`) of them under the API key: nothing else about them changes. */
export function someByApiKey({ facts }: Run, cases: readonly Case[], turn = 0, every = 4): readonly Case[] {
  if (facts.apiKeyForm === null || !facts.bearerWorks) return cases;
  return cases.map((each, place) =>
    (place + turn) % every === every - 1 ? laidOver({ request: { credential: 'api-key' } }, each) : each,
  );
}

/**
 * Sends requests that must be rejected, in as many rounds as it takes for the answers wanted. The first that is accepted is shrunk.
 * @param casesOf the cases of a round, with their valid control (ruling 25)
 * @param shrink searches for the smallest request with the same fault that is also accepted
 */
export function* sendRefusals(
  run: Run,
  casesOf: (round: number) => readonly Case[],
  shrink?: (each: Case, round: number) => Steps,
): Steps {
  const all = inRounds(run, (round) =>
    someByApiKey(run, casesOf(round), round).map((each) => ({ each, round })),
  );
  const sent = yield* sendAll(
    run,
    all.map(({ each }) => each),
  );
  const first = all.find(({ each }) => wasAccepted(sent.get(each)?.answer));
  if (first !== undefined && shrink !== undefined) yield* shrink(first.each, first.round);
}

/**
 * The cases of all rounds that the effort allows, with at least `atLeast` whole rounds above quick effort; of further
 * ones, the last is cut to the number of answers that are wanted.
 */
export function inRounds<T>(run: Run, casesOf: (round: number) => readonly T[], atLeast = 1): T[] {
  const first = casesOf(0);
  const rounds = Math.max(run.effort === 'quick' ? 1 : atLeast, run.rounds(first.length));
  const all = [first, ...Array.from({ length: rounds - 1 }, (_, index) => casesOf(index + 1))];
  return (rounds <= atLeast && run.effort !== 'quick' ? all : lastRoundCut(run, all)).flat();
}

/**
 * Rounds of cases. Of the last one, as many cases as are still missing from the answers that are wanted, drawn from seed and nonce, in
 * their order; all of them in a soak, and a few of each round at quick effort.
 */
export function lastRoundCut<T>(run: Run, rounds: readonly (readonly T[])[]): (readonly T[])[] {
  if (run.effort === 'quick') return rounds.map((round) => fewAtQuick(run, round));
  const [before, last = []] = [rounds.slice(0, -1), rounds.at(-1)];
  const missing = answersWanted - before.flat().length;
  if (before.length === 0 || run.effort === 'soak' || missing >= last.length) return [...rounds];
  const identity = run.identity('last-round');
  return [...before, someByKey(last, Math.max(0, missing), (index) => seedOf(identity, index))];
}

/** How many cases of a list a quick run sends. */
export const casesAtQuick = 4;

/**
 * The cases that the effort allows: at quick effort the first, which is the plainest, and some of the others, drawn from the
 * seed, in their order. All of them otherwise.
 */
export function fewAtQuick<T>(
  { effort, seed, requirement, operation }: Pick<Run, 'effort' | 'seed' | 'requirement' | 'operation'>,
  cases: readonly T[],
  atMost: number = casesAtQuick,
): readonly T[] {
  if (effort !== 'quick' || cases.length <= atMost) return cases;
  return someByKey(cases, atMost, (index) =>
    index === 0 ? Number.NEGATIVE_INFINITY : seedOf('quick', seed, requirement.id, operation, index),
  );
}

/** A method that the operation does not have; how it is answered is open. */
export const otherMethod: Case = {
  kind: 'method',
  detail: 'PUT',
  as: 'HTTP-OPEN-METHOD',
  request: { method: 'PUT' },
};

const rejectedSizes = [0, ...bufferSizes];

/**
 * A request to be rejected, in the size and framing of its place on a connection. What a target leaves unread of its body must
 * not be taken for the next request (rulings 33 and 39).
 */
export function sizedRejection(request: Request = {}, place = 0): Request {
  const { body } = request;
  if (body === undefined || body.length === 0) return request;
  const size = rejectedSizes[place % rejectedSizes.length] ?? 0;
  // Each size meets both framings.
  const framed =
    (place + Math.floor(place / rejectedSizes.length)) % 2 === 1 ? { isChunked: true as const } : {};
  return { ...request, body: padded(body, size, 'behind'), ...framed };
}
