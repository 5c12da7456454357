import type { GenerateTopologyRequest } from '../../generators/generate-topology.ts';
import { malformedBodies } from '../../generators/malformed-json.ts';
import { violations } from '../../generators/violations.ts';
import type { CaseDraft } from '../../session/case-builder.ts';
import type { Conductor } from '../../session/conductor.ts';
import { jsonBytes } from '../../session/plain-request.ts';
import type { HeaderPair } from '../../wire/exchange.ts';
import type { OperationRequest } from '../../wire/wire.ts';
import { fromRawBody, fromViolation } from '../conduct/from-violation.ts';
import { asRequest, drawnBody } from './bodies.ts';
import { requirementOfViolation } from './request-fields.ts';

/** A request that is refused, and what it is refused for. */
interface Refused {
  readonly draft: CaseDraft;
  readonly request: OperationRequest;
  readonly credential?: readonly HeaderPair[];
}

/** So many violations of the schema, and so many malformed bodies, stand for all. */
const ofEach = 4;

/** Refusals of every sort: what cannot be read, what breaks the schema, what means nothing, and what is not allowed. */
function refusals(body: GenerateTopologyRequest): Refused[] {
  const wrong = (as: string, keyword: string, pointer: string, changed: object): Refused => ({
    draft: { name: keyword, as, wrong: { pointer, keyword, name: keyword } },
    request: asRequest(changed),
  });
  const structural = violations('generate-topology.request', body).flatMap((violation) => {
    const as = requirementOfViolation(violation);
    const { request, ...draft } = fromViolation(violation);
    return as === undefined ? [] : [{ draft: { ...draft, as }, request }];
  });
  const malformed = malformedBodies(jsonBytes(body))
    .filter(({ verdict }) => verdict === 'refuse')
    .map((raw) => {
      const { request, ...draft } = fromRawBody(raw);
      return { draft: { ...draft, as: 'GT-BODY' }, request };
    });
  const keyData = '!! not a key !!';
  return [
    wrong('GT-KEY-UNDECODABLE', 'undecodable-key', '/publicKey/keyData', {
      ...body,
      publicKey: { ...body.publicKey, keyData },
    }),
    wrong('GT-SYNC-UNKNOWN', 'unknown-synchronizer', '/synchronizer', { ...body, synchronizer: 'nowhere' }),
    {
      draft: { name: 'no credential', as: 'AUTH-REQUIRED', credential: 'none' },
      request: asRequest(body),
      credential: [],
    },
    ...spread(structural),
    ...spread(malformed),
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
  const draft = { name: 'one party again and again, behind refused requests', as: 'GT-SUCCESS' };
  await conductor.inCase(draft, async (builder) => {
    const control = await builder.send('probe', valid);
    for (const { draft: refused, request, credential } of refusals(body)) {
      const name = `${refused.name}, between valid requests`;
      await conductor.inCase({ ...refused, name }, async (between) => {
        between.include('control', control);
        await between.send('probe', request, credential);
      });
      await builder.send('probe', valid);
    }
  });
}
