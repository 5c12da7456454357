import type { GenerateTopologyRequest } from '../../generators/generate-topology.ts';
import { signingKey } from '../../generators/keys.ts';
import type { Check } from '../../harness/check.ts';
import type { Conductor } from '../../harness/conductor.ts';
import { asRequest, drawnBody } from './bodies.ts';
import { judgeRelations } from './relations.ts';

/** Calls that share keys and calls that do not, all at once: the answers are then held against each other. */
function bodies(conductor: Conductor): GenerateTopologyRequest[] {
  const count = conductor.effort === 'quick' ? 6 : 24;
  const shared = Array.from({ length: 3 }, (_, index) => {
    const { format, keyData, keySpec } = signingKey(
      'SIGNING_KEY_SPEC_EC_CURVE25519',
      'shared',
      conductor.seedAt(index),
    );
    return { format, keyData, keySpec };
  });
  return Array.from({ length: count }, (_, index) => {
    const body = drawnBody(conductor, index);
    const hint = `${body.partyHint.slice(0, 80)}n${index}`;
    const publicKey = index % 2 === 0 ? (shared[index % shared.length] ?? body.publicKey) : body.publicKey;
    return { ...body, partyHint: hint, publicKey };
  });
}

async function conduct(conductor: Conductor): Promise<void> {
  const rounds = conductor.effort === 'quick' ? 1 : 2;
  const draft = { name: 'calls with shared and with different keys, all at once', as: 'GT-SUCCESS' };
  await conductor.inCase(draft, async (builder) => {
    for (let round = 0; round < rounds; round += 1) {
      // The second round asks the same again: the same key must have the same fingerprint in every call.
      await Promise.all(bodies(conductor).map((body) => builder.send('probe', asRequest(body))));
    }
  });
}

/** What answers say of each other: fingerprints, multi-hashes and transactions (rulings 8 to 10). */
export const relationChecks: readonly Check[] = [
  'GT-FINGERPRINT-FUNCTION',
  'GT-FINGERPRINT-DISTINCT',
  'GT-MULTIHASH-BOUND',
  'GT-ENTRY-DISTINCT',
  'GT-OPEN-DETERMINISM',
].map((requirement) => ({
  requirement,
  operation: 'generate-topology',
  version: 1,
  judge: judgeRelations,
  conduct,
}));
