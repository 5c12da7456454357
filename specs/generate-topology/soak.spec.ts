import type { Conductor } from '../../engine/conductor.ts';
import { declareSoak } from '../../engine/soak-tests.ts';
import type { GenerateTopologyRequest } from '../../generators/generate-topology.ts';
import type { BatchRequest } from '../shared/batch.ts';
import { rejectedBodies, rejectedViolations } from '../shared/body-faults.ts';
import { scenarioCheck } from '../shared/scenarios.ts';
import { conductPartition, type SoakRequests } from '../shared/soak.ts';
import { drawnFrom, madeOnce, refusedCredentials, share, soakSampling } from '../shared/soak-draws.ts';
import { asRequest, drawnBody, fullBody } from './bodies.ts';
import { undecodableKeys } from './keys-sent.ts';
import { generateTraffic } from './traffic.ts';
import { validGenerate } from './valid.ts';

/** Valid requests, requests with one violation, and invalid credentials. */
declareSoak(scenarioCheck('generate-topology', generateTraffic), (conductor, partition) =>
  conductPartition(conductor, prepared(conductor), partition),
);

const stem = 'generate-topology.request';

/** Bodies to make violations of, and valid bodies that differ only in their hints: drawing costs more than sending. */
const made = { faulty: 16, valid: 1_024 };

function prepared(conductor: Conductor): SoakRequests {
  const hasSynchronizer = conductor.facts.synchronizer !== null;
  const faulty = hasSynchronizer ? faultyRequests(conductor) : [];
  const credentials = refusedCredentials(conductor, validGenerate);
  const valid = validBodies(conductor);
  const validAt = (index: number): BatchRequest => {
    const which = index % made.valid;
    const body = valid.get(which) ?? drawnBody(conductor, 100_000 + which);
    valid.set(which, body);
    const partyHint = `${body.partyHint.slice(0, 80)}n${index}`;
    return {
      draft: { kind: 'valid-request', context: ['soak'], as: 'GT-SUCCESS' },
      request: asRequest({ ...body, partyHint }),
      needsControl: false,
    };
  };
  return {
    control: validGenerate(conductor, 0).request,
    at(index) {
      const part = share(conductor, index);
      if (part < 0.45 && hasSynchronizer) return validAt(index);
      return drawnFrom(conductor, index, part < 0.8 && faulty.length > 0 ? faulty : credentials);
    },
  };
}

const validBodies = madeOnce(() => new Map<number, GenerateTopologyRequest>());

const faultyRequests = madeOnce((conductor: Conductor): BatchRequest[] => [
  ...Array.from({ length: made.faulty }, (_, base) => {
    const body = base % 2 === 0 ? fullBody(conductor, base) : drawnBody(conductor, 200_000 + base);
    const sampling = soakSampling(conductor, base);
    return [
      ...rejectedViolations(stem, body, sampling, 'soak'),
      ...rejectedBodies(stem, body, sampling, 'soak'),
    ];
  }).flat(),
  ...undecodableKeys(conductor, 300_000),
]);
