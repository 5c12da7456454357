import type { GenerateTopologyRequest } from '../../generators/generate-topology.ts';
import { undecodableText } from '../../generators/key-data/undecodable-text.ts';
import { textFrom } from '../../generators/seeding.ts';
import { claimantOfKind } from '../../requirements/claims.ts';
import type { Conductor } from '../../session/conductor.ts';
import { rejectedBodies, rejectedViolations, sampleOf } from '../conduct/claimed-faults.ts';
import type { Probe } from '../conduct/probe.ts';
import { asRequest, drawnBody } from './bodies.ts';

const stem = 'generate-topology.request';

/** How many schema violations, and how many malformed bodies, represent all. */
const ofEach = 4;

/** Rejections of every kind: unreadable, invalid by the schema, meaningless, and unauthorized. */
function refusals(conductor: Conductor, body: GenerateTopologyRequest): Probe[] {
  const extent = sampleOf(conductor, 'after');
  const wrong = (as: string, keyword: string, pointer: string, changed: object): Probe => ({
    draft: { kind: keyword, as, wrong: { pointer, keyword } },
    request: asRequest(changed),
  });
  const keyData = undecodableText(conductor.identity('undecodable'));
  return [
    wrong('GT-KEY-UNDECODABLE', 'undecodable-key', '/publicKey/keyData', {
      ...body,
      publicKey: { ...body.publicKey, keyData },
    }),
    wrong('GT-SYNC-UNKNOWN', 'unknown-synchronizer', '/synchronizer', {
      ...body,
      synchronizer: textFrom(['nowhere', conductor.identity()], 'abcdefghijklmnopqrstuvwxyz', 7),
    }),
    {
      draft: { kind: 'no-credential', as: claimantOfKind('none'), credential: 'none' },
      request: asRequest(body),
      credential: [],
    },
    ...spread(rejectedViolations(stem, body, extent)),
    ...spread(rejectedBodies(stem, body, extent)),
  ];
}

/** Some of many, spread evenly. */
function spread<T>(all: readonly T[]): T[] {
  return all.filter((_, index) => index % Math.ceil(all.length / ofEach) === 0);
}

/**
 * Requests the same party after each rejected request, one after the other: a rejection must leave nothing behind, so
 * the answers about the party must stay the same.
 */
export async function conductAfterRefusals(conductor: Conductor): Promise<void> {
  if (conductor.facts.synchronizer === null) return;
  const body = drawnBody(conductor, 3_000);
  const valid = asRequest(body);
  const draft = { kind: 'one-party-again-and-again-behind-refused-requests', as: 'GT-SUCCESS' };
  await conductor.inCase(draft, async (builder) => {
    const control = await builder.send('probe', valid);
    for (const { draft: refused, request, credential } of refusals(conductor, body)) {
      await conductor.inCase({ ...refused, context: ['between-valid-requests'] }, async (between) => {
        between.include('control', control);
        await between.send('probe', request, credential);
      });
      await builder.send('probe', valid);
    }
  });
}
