import {
  type Case,
  type CheckParts,
  onLine,
  type Request,
  type Run,
  type Steps,
} from '../../engine/check.ts';
import { hasOnlyPlaceholders } from '../../engine/plain-request.ts';
import { byKey, inDrawnOrder } from '../../generators/sampling.ts';
import { seedOf } from '../../generators/seeding.ts';
import { definitionOf } from '../../operations/operations.ts';
import { operations } from '../../schemas/openapi.ts';
import { sendBatch, shrinkBatch } from './batch.ts';
import { inContext, laidOver, type MakeValid, sendAll } from './cases.ts';
import { startIdle, useIdle } from './idle-connections.ts';
import type { Traffic } from './scenarios.ts';
import { noCredential, refusedCredentials } from './wrong-credentials.ts';

/** Conducts what comes before the requests, and returns what comes after them: only the first at quick effort. */
type Around = (run: Run) => Steps<() => Steps>;

/** How many of the requests are sent at quick effort: enough to show that the kinds can be mixed. */
const mixedAtQuick = 16;

/**
 * Sends requests of every kind concurrently, in random order, after all other checks. This finds faults that appear
 * only late or with concurrent requests. Each answer must belong to its own request. `around` is conducted before and
 * after, to compare answers hundreds of requests apart. Uploads that are broken off come before, idle connections after.
 */
export function mixedTraffic({ valid, mixture, rejected, judge }: Traffic, around?: Around): CheckParts {
  return {
    ...(judge === undefined ? {} : { judge }),
    over: ['scheme'],
    isAlone: true,
    *cases(run) {
      // In a run, an earlier check has opened them.
      yield* startIdle(run, valid);
      const after = around === undefined ? undefined : yield* around(run);
      yield* breakUploadsOff(run, valid);
      const isQuick = run.effort === 'quick';
      const rounds = isQuick ? 1 : 2;
      const credentials = refusedCredentials(run, valid);
      let shrunk = false;
      for (let round = 0; round < rounds; round += 1) {
        const all = [...(yield* mixture(run, round)), ...credentials(round)];
        const order = byKey(all, (index) => seedOf('mixed', run.seedAt(round), index));
        const some = isQuick ? order.slice(0, mixedAtQuick) : order;
        const batch = underBothSchemes(run, some);
        const validRequest = valid(run, round);
        const failed = yield* sendBatch(run, validRequest, batch);
        if (failed.length === 0 || shrunk || !canBeRepeated(run)) continue;
        shrunk = true;
        yield* shrinkBatch(run, validRequest, batch, failed);
      }
      if (!isQuick && after !== undefined) yield* after();
      if (run.names !== 'drawn' && run.effort === 'standard')
        yield* onOldLine(run, valid, [
          ...credentials(rounds),
          ...(rejected === undefined ? [] : yield* rejected(run, rounds)),
        ]);
      yield* useIdle(run, valid);
    },
  };
}

/** How many requests a connection carries before others of each kind follow on it. */
const oldAge = 1_000;

/** How many of those that follow must be rejected. */
const rejectedOnOldLine = 24;

/** A fault may show only late in the life of a connection, and a vendor may know how long those of a run usually live. */
function* onOldLine(run: Run, valid: MakeValid, refusals: readonly Case[]): Steps {
  const first = valid(run, 40_000);
  const { requirement } = definitionOf(run.operation).success;
  // A configured execute body is not used up by that (ruling 14).
  const isKept = first.bodyIndex !== undefined || hasOnlyPlaceholders(run);
  const kind: Case = isKept
    ? { ...noCredential, expected: 'rejection' }
    : { kind: 'valid-request', as: requirement };
  const each = inContext(laidOver(first, kind), 'on-one-connection');
  const some = inDrawnOrder(refusals, 'old line', run.identity()).slice(0, rejectedOnOldLine);
  yield* onLine(function* (line) {
    const on = (request: Request = {}): Request => ({ ...request, connection: line });
    yield* run.open(each, function* (open) {
      for (let sent = 0; sent < oldAge; sent += 1) yield* open.send('probe', on(each.request));
    });
    for (const refusal of some) {
      yield* run.send({ ...inContext(refusal, 'on-one-connection'), request: on(refusal.request) });
      yield* run.send({ ...each, request: on(each.request) });
    }
  });
}

/** All other checks send their valid credential as Bearer, but the requirements apply under both schemes. */
function underBothSchemes({ facts }: Run, order: readonly Case[]): readonly Case[] {
  if (facts.apiKeyForm === null || !facts.bearerWorks) return order;
  return order.map((each, place) =>
    each.request?.credential === undefined && (each.expected === 'rejection' || place % 2 === 0)
      ? { ...each, request: { ...each.request, credential: 'api-key' } }
      : each,
  );
}

/** Sending a batch again only proves something if its bodies can be reused at once. */
function canBeRepeated({ operation, bodies }: Run): boolean {
  return definitionOf(operation).validControl !== 'last' || bodies.reuse() === 'at-once';
}

/** As many as may exhaust a small pool that never gets them back. */
const brokenOff = { quick: 1, standard: 4, soak: 4 } as const;

/** A number of a valid request that no other case of the check sends. */
const first = 42_000;

/**
 * Breaks off requests in the middle of their body, or before their answer. Nothing is judged by that, but the target must
 * go on answering others.
 */
function* breakUploadsOff(run: Run, valid: MakeValid): Steps {
  if (hasOnlyPlaceholders(run)) return;
  const length = brokenOff[run.effort];
  const hasBody = operations[run.operation].method === 'POST';
  const places = hasBody ? (['within-body', 'behind-body'] as const) : (['behind-body'] as const);
  const cases = places.flatMap((isBrokenOff, place) =>
    Array.from({ length }, (_, at) => {
      const kind = isBrokenOff === 'within-body' ? 'upload-broken-off' : 'request-abandoned';
      const { request, facts, bodyIndex } = valid(run, first + place * length + at);
      // A whole submission may be executed, and a body that was not accepted yet would be used up unseen (ruling 14).
      const isKept = bodyIndex !== undefined && !run.bodies.wasAccepted(bodyIndex);
      if (isBrokenOff === 'behind-body' && isKept) return [];
      return [{ kind, as: 'HTTP-OPEN-INVALID', facts, request: { ...request, written: { isBrokenOff } } }];
    }).flat(),
  );
  yield* sendAll(run, cases);
}
