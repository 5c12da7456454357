import { type OpenCase, onLine, type Run, type Steps, sideBySide } from '../../engine/check.ts';
import { oddPageTokens } from '../../generators/list-users.ts';
import { encodedToken } from '../../generators/token-encoding.ts';
import { requirementForKind } from '../../requirements/requirement-for.ts';
import type { Line } from '../../wire/connections.ts';
import { present } from '../../wire/credential.ts';
import type { Probe } from '../shared/requests.ts';
import { isOdd, type Walked, walkAnchor, walkChain, walksFacts } from './walk.ts';

/** How many listings are requested at once, in two halves on connections that others use too. */
const atOnce = { quick: 8, standard: 24, soak: 24 } as const;

/** How often a listing that differs is requested again, as it was. */
const repetitions = 4;

/** A listing is compared by its first pages. */
const atMost = 3;

/** Requests that are rejected, or whose treatment is open. */
function refusals(run: Run): Probe[] {
  const { facts, credentials, identity } = run;
  const wrong = credentials.altered().find((each) => each.kind === 'signature-altered');
  const forgedUnder = (scheme: 'bearer' | 'api-key'): Probe[] =>
    wrong === undefined
      ? []
      : [
          {
            draft: {
              kind: wrong.kind,
              context: [scheme],
              as: requirementForKind(wrong.kind),
              credential: wrong.kind,
            },
            request: {},
            credential: present(scheme, { token: 'altered', ...wrong }, facts.apiKeyForm ?? 'jwt.token.'),
          },
        ];
  const odd = (kind: 'odd-page-token' | 'odd-page-size', parameter: string, value: string): Probe => ({
    draft: { kind, as: requirementForKind(kind), wrong: { pointer: '', keyword: kind } },
    request: { query: `${parameter}=${encodedToken(value)}` },
  });
  const [oddToken] = oddPageTokens([identity('behind')]);
  return [
    {
      draft: { kind: 'no-credential', as: requirementForKind('none'), credential: 'none' },
      request: {},
      credential: [],
    },
    ...forgedUnder('bearer'),
    ...forgedUnder('api-key'),
    ...(oddToken === undefined ? [] : [odd('odd-page-token', facts.pageTokenParameter, oddToken.value)]),
    odd('odd-page-size', facts.pageSizeParameter, '-1'),
    { draft: { kind: 'method', detail: 'PUT', as: 'HTTP-OPEN-METHOD' }, request: { method: 'PUT' } },
  ];
}

/** Walks the listing behind a request on the same connection. */
function* walkBehind(
  run: Run,
  open: OpenCase,
  { draft, request, credential }: Probe,
  how: { readonly connection: Line; readonly round: number; readonly repetition?: number },
): Steps<Walked> {
  const { connection, round, repetition } = how;
  yield* run.open({ ...draft, context: [...(draft.context ?? []), 'between-listings'] }, function* (between) {
    if (draft.credential !== undefined) yield* between.send('control', {});
    yield* between.send('probe', { ...request, connection, credential });
  });
  const behind = [draft.kind, ...(draft.context ?? [])].join(' ');
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
export function* conductListingsBehind(run: Run): Steps {
  const refused = refusals(run);
  const draft = { kind: 'listings-behind-rejected-requests', facts: walksFacts(run) };
  yield* run.open(draft, function* (open) {
    const anchor = yield* walkAnchor(open, run, 'before');
    // Without its end, no listing can be compared with it.
    if (anchor.end === 'stopped') return;
    const all = new Set(anchor.pages.flatMap(({ ids }) => ids));
    yield* onLine(function* (connection) {
      for (const [index, probe] of refused.entries()) {
        const round = index + 1;
        const first = yield* walkBehind(run, open, probe, { connection, round });
        if (!isOdd(first, all)) continue;
        for (let repetition = 1; repetition <= repetitions; repetition += 1)
          yield* walkBehind(run, open, probe, { connection, round, repetition });
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
