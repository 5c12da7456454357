import type { Case, Run } from '../../engine/check.ts';
import type { GenerateTopologyRequest } from '../../generators/generate-topology.ts';
import { rejectedBodies, rejectedViolations } from '../shared/body-faults.ts';
import { inContext } from '../shared/cases.ts';
import { scenarioCheck } from '../shared/scenarios.ts';
import { drawnFrom, type SoakRequests, share, soak, soakCredentials, soakSampling } from '../shared/soak.ts';
import { asRequest, drawnBody, fullBody, validGenerate } from './bodies.ts';
import { undecodableKeys } from './keys.ts';
import { generateTraffic } from './traffic.ts';

/** Valid requests, requests with one violation, and invalid credentials. */
soak(scenarioCheck('generate-topology', generateTraffic), prepared);

const stem = 'generate-topology.request';

/** Bodies to make violations of, and valid bodies that differ only in their hints: drawing costs more than sending. */
const made = { faulty: 16, valid: 1_024 };

function prepared(run: Run): SoakRequests {
  const hasSynchronizer = run.facts.synchronizer !== null;
  const faulty = hasSynchronizer ? faultyRequests(run) : [];
  const credentials = soakCredentials(run, validGenerate);
  const valid = new Map<number, GenerateTopologyRequest>();
  const validAt = (index: number): Case => {
    const which = index % made.valid;
    const body = valid.get(which) ?? drawnBody(run, 100_000 + which);
    valid.set(which, body);
    const partyHint = `${body.partyHint.slice(0, 80)}n${index}`;
    const request = asRequest({ ...body, partyHint });
    return { kind: 'valid-request', context: ['soak'], as: 'GT-SUCCESS', request };
  };
  return {
    control: validGenerate(run, 0).request,
    at(index) {
      const part = share(run, index);
      if (part < 0.45 && hasSynchronizer) return validAt(index);
      return drawnFrom(run, index, part < 0.8 && faulty.length > 0 ? faulty : credentials);
    },
  };
}

function faultyRequests(run: Run): Case[] {
  const ofBodies = Array.from({ length: made.faulty }, (_, base) => {
    const body = base % 2 === 0 ? fullBody(run, base) : drawnBody(run, 200_000 + base);
    const sampling = soakSampling(run, base);
    const all = [...rejectedViolations(stem, body, sampling), ...rejectedBodies(stem, body, sampling)];
    return all.map((each) => inContext(each, 'soak'));
  });
  return [...ofBodies.flat(), ...undecodableKeys(run, 300_000)];
}
