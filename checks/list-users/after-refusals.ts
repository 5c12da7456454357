import { oddPageTokens } from '../../generators/list-users.ts';
import { encodedToken } from '../../generators/token-encoding.ts';
import { claimantOfKind } from '../../requirements/claims.ts';
import type { CaseBuilder } from '../../session/case-builder.ts';
import type { Conductor } from '../../session/conductor.ts';
import type { Line } from '../../wire/connections.ts';
import { present } from '../../wire/credential.ts';
import type { Probe } from '../conduct/probe.ts';
import { isOdd, walkAnchor, walksFacts } from './pages.ts';
import { type Walked, walkChain } from './walk.ts';

/** How many listings are requested at once, in two halves on connections that others use too. */
const atOnce = { quick: 8, standard: 24, soak: 24 } as const;

/** How often a listing that differs is requested again, as it was. */
const repetitions = 4;

/** A listing is compared by its first pages. */
const atMost = 3;

/** Requests that are rejected, or whose treatment is open. */
function refusals(conductor: Conductor): Probe[] {
  const { facts, credentials, identity } = conductor;
  const wrong = credentials.altered().find((each) => each.kind === 'signature-altered');
  const forgedUnder = (scheme: 'bearer' | 'api-key'): Probe[] =>
    wrong === undefined
      ? []
      : [
          {
            draft: {
              kind: wrong.kind,
              context: [scheme],
              as: claimantOfKind(wrong.kind),
              credential: wrong.kind,
            },
            request: {},
            credential: present(scheme, { token: 'altered', ...wrong }, facts.apiKeyForm ?? 'jwt.token.'),
          },
        ];
  const odd = (kind: 'odd-page-token' | 'odd-page-size', parameter: string, value: string): Probe => ({
    draft: { kind, as: claimantOfKind(kind), wrong: { pointer: '', keyword: kind } },
    request: { query: `${parameter}=${encodedToken(value)}` },
  });
  const [oddToken] = oddPageTokens([identity('behind')]);
  return [
    {
      draft: { kind: 'no-credential', as: claimantOfKind('none'), credential: 'none' },
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
async function walkBehind(
  conductor: Conductor,
  builder: CaseBuilder,
  { draft, request, credential }: Probe,
  how: { readonly connection: Line; readonly round: number; readonly repetition?: number },
): Promise<Walked> {
  const { connection, round, repetition } = how;
  await conductor.inCase(
    { ...draft, context: [...(draft.context ?? []), 'between-listings'] },
    async (between) => {
      if (draft.credential !== undefined) await between.send('control', {});
      await between.send('probe', { ...request, connection }, credential);
    },
  );
  const behind = [draft.kind, ...(draft.context ?? [])].join(' ');
  return walkChain(builder, conductor.facts, {
    chain: { kind: 'walk', behind, round, repetition },
    atMost,
    connection,
  });
}

/**
 * Lists the users behind each kind of rejected request on the same connection, and many times at once: neither may change
 * who is listed. The two listings around show whether users came or went (ruling 18).
 */
export async function conductListingsBehind(conductor: Conductor): Promise<void> {
  const refused = refusals(conductor);
  const draft = { kind: 'listings-behind-rejected-requests', facts: walksFacts(conductor) };
  await conductor.inCase(draft, async (builder) => {
    const anchor = await walkAnchor(builder, conductor, 'before');
    // Without its end, no listing can be compared with it.
    if (anchor.end === 'stopped') return;
    const all = new Set(anchor.pages.flatMap(({ ids }) => ids));
    await conductor.onLine(async (connection) => {
      for (const [index, probe] of refused.entries()) {
        const round = index + 1;
        const first = await walkBehind(conductor, builder, probe, { connection, round });
        if (!isOdd(first, all)) continue;
        for (let repetition = 1; repetition <= repetitions; repetition += 1)
          await walkBehind(conductor, builder, probe, { connection, round, repetition });
      }
    });
    const count = atOnce[conductor.effort];
    const together = (repetition?: number): Promise<Walked[]> =>
      Promise.all(
        Array.from({ length: count }, (_, index) =>
          walkChain(builder, conductor.facts, {
            chain: { kind: 'walk', place: index + 1, of: count, repetition },
            atMost,
          }),
        ),
      );
    const walked = await together();
    if (walked.some((each) => isOdd(each, all)))
      for (let repetition = 1; repetition <= repetitions; repetition += 1) await together(repetition);
    await walkAnchor(builder, conductor, 'after');
  });
}
