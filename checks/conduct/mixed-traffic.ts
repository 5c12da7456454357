import { byKey } from '../../generators/drawn-order.ts';
import { seedOf } from '../../generators/seeding.ts';
import { definitionOf } from '../../operations/operations.ts';
import type { Operation } from '../../requirements/requirement.ts';
import type { Check, Judge } from '../../session/check.ts';
import type { Conductor } from '../../session/conductor.ts';
import { type BatchRequest, type Mixture, sendBatch } from './batch.ts';
import { breakUploadsOff } from './broken-uploads.ts';
import { createCheck } from './check.ts';
import { credentialRequests } from './credential-requests.ts';
import { errandsOf, type OrdinaryTraffic } from './errands.ts';
import { startIdle, useIdle } from './idle-connections.ts';
import { shrinkBatch } from './shrink-batch.ts';
import type { MakeValid } from './valid-request.ts';

/** What else is conducted before and after the requests; only before them at quick effort. */
export interface Around extends Partial<Pick<OrdinaryTraffic, 'rejected' | 'others'>> {
  readonly judge?: Judge;
  conduct(conductor: Conductor, when: 'before' | 'after'): Promise<void>;
}

/** By default, credentials are all that must be rejected. */
const noneOf: Mixture = () => [];

/** How many of the requests are sent at quick effort: enough to show that the kinds can be mixed. */
const mixedAtQuick = 16;

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
      const credentials = credentialRequests(conductor, valid);
      let shrunk = false;
      for (let round = 0; round < rounds; round += 1) {
        const all = [...(await mixture(conductor, round)), ...credentials(round)];
        const order = byKey(all, (index) => seedOf('mixed', conductor.seedAt(round), index));
        const some = isQuick ? order.slice(0, mixedAtQuick) : order;
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
  return {
    ...check,
    over: ['scheme'],
    isAlone: true,
    errands: (conductor) => errandsOf(conductor, { valid, rejected: noneOf, ...around }),
  };
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
