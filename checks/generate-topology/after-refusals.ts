import type { GenerateTopologyRequest } from '../../generators/generate-topology.ts';
import { claimantOfKind } from '../../requirements/claims.ts';
import type { Conductor } from '../../session/conductor.ts';
import { rejectedBodies, rejectedViolations } from '../conduct/claimed-faults.ts';
import type { Probe } from '../conduct/probe.ts';
import { asRequest, drawnBody } from './bodies.ts';

const stem = 'generate-topology.request';

/** So many violations of the schema, and so many malformed bodies, stand for all. */
const ofEach = 4;

/** Refusals of every sort: what cannot be read, what breaks the schema, what means nothing, and what is not allowed. */
function refusals(body: GenerateTopologyRequest): Probe[] {
  const wrong = (as: string, keyword: string, pointer: string, changed: object): Probe => ({
    draft: { kind: keyword, as, wrong: { pointer, keyword } },
    request: asRequest(changed),
  });
  const keyData = '!! not a key !!';
  return [
    wrong('GT-KEY-UNDECODABLE', 'undecodable-key', '/publicKey/keyData', {
      ...body,
      publicKey: { ...body.publicKey, keyData },
    }),
    wrong('GT-SYNC-UNKNOWN', 'unknown-synchronizer', '/synchronizer', { ...body, synchronizer: 'nowhere' }),
    {
      draft: { kind: 'no-credential', as: claimantOfKind('none'), credential: 'none' },
      request: asRequest(body),
      credential: [],
    },
    ...spread(rejectedViolations(stem, body)),
    ...spread(rejectedBodies(stem, body)),
  ];
}

/** Some of many, from the first to the last. */
function spread<T>(all: readonly T[]): T[] {
  return all.filter((_, index) => index % Math.ceil(all.length / ofEach) === 0);
}

/**
 * The same party again behind each of some refused requests, one after the other: a refusal leaves nothing behind, so that
 * what is said of the party stays the same.
 */
export async function conductAfterRefusals(conductor: Conductor): Promise<void> {
  if (conductor.facts.synchronizer === null) return;
  const body = drawnBody(conductor, 3_000);
  const valid = asRequest(body);
  const draft = { kind: 'one-party-again-and-again-behind-refused-requests', as: 'GT-SUCCESS' };
  await conductor.inCase(draft, async (builder) => {
    const control = await builder.send('probe', valid);
    for (const { draft: refused, request, credential } of refusals(body)) {
      await conductor.inCase({ ...refused, context: ['between-valid-requests'] }, async (between) => {
        between.include('control', control);
        await between.send('probe', request, credential);
      });
      await builder.send('probe', valid);
    }
  });
}
