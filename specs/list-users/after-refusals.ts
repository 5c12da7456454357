import { type Case, type OpenCase, onLine, type Run, type Steps, sideBySide } from '../../engine/check.ts';
import { oddPageTokens } from '../../generators/list-users.ts';
import { encodedToken } from '../../generators/token-encoding.ts';
import { saidIn } from '../../judges/list-users/page.ts';
import type { Line } from '../../wire/connections.ts';
import { inContext, otherMethod } from '../shared/cases.ts';
import { forged, noCredential } from '../shared/wrong-credentials.ts';
import { oddCase } from './odd-queries.ts';
import { isOdd, type Walked, walkAnchor, walkChain, walksFacts } from './walk.ts';

/** How many listings are requested at once, in two halves on connections that others use too. */
const atOnce = { quick: 8, standard: 24, soak: 24 } as const;

/** How often a listing that differs is requested again, as it was. */
const repetitions = 4;

/** A listing is compared by its first pages. */
const atMost = 3;

/** Requests that are rejected, or whose treatment is open. */
function refusals(run: Run): Case[] {
  const { facts, identity } = run;
  const [oddToken] = oddPageTokens([identity('behind')]);
  return [
    noCredential,
    ...forged(run),
    ...(oddToken === undefined
      ? []
      : [oddCase('odd-page-token', `${facts.pageTokenParameter}=${encodedToken(oddToken.value)}`)]),
    oddCase('odd-page-size', `${facts.pageSizeParameter}=-1`),
    otherMethod,
  ];
}

/** Walks the listing behind a request on the same connection. */
function* walkBehind(
  run: Run,
  open: OpenCase,
  each: Case,
  how: { readonly connection: Line; readonly round: number; readonly repetition?: number },
): Steps<Walked> {
  const { connection, round, repetition } = how;
  yield* run.send({
    ...inContext(each, 'between-listings'),
    request: { ...each.request, connection },
    control: each.credential === undefined ? undefined : {},
  });
  const behind = [each.kind, ...(each.context ?? [])].join(' ');
  return yield* walkChain(open, run.facts, {
    chain: { kind: 'walk', behind, round, repetition },
    atMost,
    connection,
  });
}

/**
 * Lists the users behind each kind of rejected request on the same connection, and many times at once: neither may change
 * who is listed. The two listings around show whether users came or went (ruling 18).
 */
export function* listBehind(run: Run): Steps {
  const refused = refusals(run);
  const listings = { kind: 'listings-behind-rejected-requests', facts: walksFacts(run) };
  yield* run.open(listings, function* (open) {
    const anchor = yield* walkAnchor(open, run, 'before');
    // Without its end, no listing can be compared with it.
    if (anchor.end === 'stopped') return;
    const all = saidIn(anchor.pages);
    yield* onLine(function* (connection) {
      for (const [index, each] of refused.entries()) {
        const round = index + 1;
        const first = yield* walkBehind(run, open, each, { connection, round });
        if (!isOdd(first, all)) continue;
        for (let repetition = 1; repetition <= repetitions; repetition += 1)
          yield* walkBehind(run, open, each, { connection, round, repetition });
      }
    });
    const count = atOnce[run.effort];
    const together = (repetition?: number): Steps<Walked[]> =>
      sideBySide(
        Array.from({ length: count }, (_, index) =>
          walkChain(open, run.facts, {
            chain: { kind: 'walk', place: index + 1, of: count, repetition },
            atMost,
          }),
        ),
      );
    const walked = yield* together();
    if (walked.some((each) => isOdd(each, all)))
      for (let repetition = 1; repetition <= repetitions; repetition += 1) yield* together(repetition);
    yield* walkAnchor(open, run, 'after');
  });
}
