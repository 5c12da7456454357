import { altered } from '../../generators/credentials.ts';
import { seedOf } from '../../generators/seeding.ts';
import { definitionOf } from '../../operations/operations.ts';
import { claimantOfKind } from '../../requirements/claims.ts';
import type { Operation } from '../../requirements/requirement.ts';
import type { CaseKind } from '../../session/case-text.ts';
import type { Check, Judge } from '../../session/check.ts';
import type { Conductor } from '../../session/conductor.ts';
import { present, type Scheme } from '../../wire/credential.ts';
import type { HeaderPair } from '../../wire/exchange.ts';
import { isJwt } from '../../wire/token.ts';
import { type BatchRequest, sendBatch } from './batch.ts';
import { breakUploadsOff } from './broken-uploads.ts';
import { createCheck } from './check.ts';
import { alteredKinds } from './credentials.ts';
import { startIdle, useIdle } from './idle-connections.ts';
import { shrinkBatch } from './shrink-batch.ts';
import type { MakeValid } from './valid-request.ts';

/** The requests of an operation for round `index`. */
export type Mixture = (
  conductor: Conductor,
  index: number,
) => readonly BatchRequest[] | Promise<readonly BatchRequest[]>;

/** What else is conducted before and after the requests; only before them at quick effort. */
export interface Around {
  readonly judge?: Judge;
  conduct(conductor: Conductor, when: 'before' | 'after'): Promise<void>;
}

/** At quick effort, one in this many requests is sent: enough to show that the kinds can be mixed. */
const quickShare = 3;

/**
 * Sends requests of every kind concurrently, in random order, after all other checks. This finds faults that appear
 * only late or with concurrent requests. Each answer must belong to its own request. `around` is conducted before and
 * after, to compare answers hundreds of requests apart. Uploads that are broken off come before, idle connections after.
 */
export function mixedTrafficCheck(
  operation: Operation,
  valid: MakeValid,
  mixture: Mixture,
  around?: Around,
): Check {
  const check = createCheck(
    operation,
    'HTTP-STABLE',
    async (conductor) => {
      // In a run, an earlier check has opened them.
      await startIdle(conductor, valid);
      await around?.conduct(conductor, 'before');
      await breakUploadsOff(conductor, valid);
      const isQuick = conductor.effort === 'quick';
      const rounds = isQuick ? 1 : 2;
      const credentials = await credentialRequests(conductor, valid);
      let shrunk = false;
      for (let round = 0; round < rounds; round += 1) {
        const all = [...(await mixture(conductor, round)), ...credentials(round)];
        const order = all
          .map((each, index) => ({ each, key: seedOf('mixed', conductor.seedAt(round), index) }))
          .sort((a, b) => a.key - b.key)
          .map(({ each }) => each);
        const some = isQuick ? order.slice(0, Math.ceil(order.length / quickShare)) : order;
        const batch = underBothSchemes(conductor, some);
        const validRequest = valid(conductor, round);
        const failed = await sendBatch(conductor, validRequest, batch);
        if (failed.length === 0 || shrunk || !canBeRepeated(conductor)) continue;
        shrunk = true;
        await shrinkBatch(conductor, validRequest, batch, failed);
      }
      if (!isQuick) await around?.conduct(conductor, 'after');
      await useIdle(conductor, valid);
    },
    around?.judge,
  );
  return { ...check, over: ['scheme'], isAlone: true };
}

/** All other checks send their valid credential as Bearer, but the requirements apply under both schemes. */
function underBothSchemes({ facts }: Conductor, order: readonly BatchRequest[]): readonly BatchRequest[] {
  if (facts.apiKeyForm === null || !facts.bearerWorks) return order;
  return order.map((each, place) =>
    each.credential === undefined && (each.needsControl || place % 2 === 0)
      ? { ...each, credential: 'api-key' }
      : each,
  );
}

/** Sending a batch again only proves something if its bodies can be reused at once. */
function canBeRepeated({ operation, bodies }: Conductor): boolean {
  return definitionOf(operation).validControl !== 'last' || bodies.reuse() === 'at-once';
}

/** Every kind of credential that must be rejected, under both schemes, with different alterations in each round. */
export async function credentialRequests(
  conductor: Conductor,
  valid: MakeValid,
  context: 'mixed-traffic' | 'soak' = 'mixed-traffic',
): Promise<(round: number) => BatchRequest[]> {
  const { credentials, seed, nonce } = conductor;
  const token = await credentials.token();
  const expired = await credentials.expired();
  const all = isJwt(token) ? altered(token, `${seed}/${nonce}`) : [];
  const headersOf = (scheme: Scheme, made: string): HeaderPair[] =>
    present(scheme, made, conductor.facts.apiKeyForm ?? 'jwt.token.');
  return (round) => {
    const { request, facts } = valid(conductor, round);
    const refused = (credential: string, draft: CaseKind, headers: readonly HeaderPair[]): BatchRequest => ({
      draft: {
        ...draft,
        as: claimantOfKind(credential),
        credential,
        ...(facts === undefined ? {} : { facts }),
      },
      request,
      credential: headers,
      needsControl: true,
    });
    const both = ({ token: made, ...draft }: { token: string } & CaseKind): BatchRequest[] =>
      (['bearer', 'api-key'] as const).map((scheme) => {
        conductor.credentials.keepSecret(made, draft.kind);
        return refused(draft.kind, { ...draft, context: [scheme, context] }, headersOf(scheme, made));
      });
    return [
      refused('none', { kind: 'no-credential', context: [context] }, []),
      refused('empty', { kind: 'bearer-with-nothing-behind-it', context: [context] }, [
        ['Authorization', 'Bearer'],
      ]),
      ...(expired === undefined ? [] : both({ kind: 'expired', token: expired })),
      ...alteredKinds.flatMap((kind) => {
        const some = all.filter((each) => each.kind === kind);
        const one = some[round % Math.max(1, some.length)];
        return one === undefined ? [] : both(one);
      }),
    ];
  };
}
