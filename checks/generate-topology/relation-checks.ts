import type { GenerateTopologyRequest } from '../../generators/generate-topology.ts';
import { signingKey } from '../../generators/keys.ts';
import type { Check } from '../../harness/check.ts';
import type { Conductor } from '../../harness/conductor.ts';
import { asRequest, drawnBody } from './bodies.ts';
import { judgeRelations } from './relations.ts';

/** How many keys and hints are crossed with each other, and how many other parties join them. */
const sizes = { quick: { keys: 2, hints: 2, others: 4 }, standard: { keys: 4, hints: 4, others: 40 } };

function keyOf(conductor: Conductor, index: number): GenerateTopologyRequest['publicKey'] {
  const { format, keyData, keySpec } = signingKey(
    'SIGNING_KEY_SPEC_EC_CURVE25519',
    'related',
    conductor.seed,
    index,
  );
  return { format, keyData, keySpec };
}

/**
 * Parties that share their key, their hint, or everything but their hosting, and parties that share nothing: whatever an
 * answer wrongly leaves out of account, two of these differ in it alone.
 */
function bodies(conductor: Conductor): GenerateTopologyRequest[] {
  const { keys, hints, others } = sizes[conductor.effort === 'quick' ? 'quick' : 'standard'];
  const crossed = Array.from({ length: keys * hints }, (_, index) => ({
    ...drawnBody(conductor, index),
    partyHint: `shared${conductor.seedAt(index % hints) >>> 0}n${index % hints}`,
    publicKey: keyOf(conductor, Math.floor(index / hints)),
  }));
  const hosted = hostings(conductor).map((hosting) => ({
    synchronizer: crossed[0]?.synchronizer ?? '',
    partyHint: crossed[0]?.partyHint ?? '',
    publicKey: keyOf(conductor, 0),
    ...hosting,
  }));
  const strangers = Array.from({ length: others }, (_, index) => {
    const body = drawnBody(conductor, 1_000 + index);
    return { ...body, partyHint: `${body.partyHint.slice(0, 80)}n${index}` };
  });
  return [...crossed, ...hosted, ...strangers];
}

/** Ways to host one party that any target accepts (ruling 11). */
function hostings({ facts }: Conductor): Partial<GenerateTopologyRequest>[] {
  const uids = facts.participantUids;
  return [
    {},
    { confirmationThreshold: 1 },
    ...uids.slice(0, 1).flatMap((uid) => [
      ...[undefined, 0, 1].flatMap((threshold) => {
        const asked = threshold === undefined ? {} : { confirmationThreshold: threshold };
        return [
          { ...asked, otherConfirmingParticipantUids: [uid] },
          { ...asked, observingParticipantUids: [uid] },
          { ...asked, otherConfirmingParticipantUids: [uid], localParticipantObservationOnly: true },
        ];
      }),
    ]),
    ...(uids.length > 1
      ? [
          { otherConfirmingParticipantUids: [...uids] },
          { otherConfirmingParticipantUids: [...uids], confirmationThreshold: 1 },
          { otherConfirmingParticipantUids: [...uids].reverse() },
          { observingParticipantUids: [...uids] },
          { otherConfirmingParticipantUids: uids.slice(0, 1), observingParticipantUids: uids.slice(1) },
        ]
      : []),
  ];
}

async function conduct(conductor: Conductor): Promise<void> {
  const draft = { name: 'parties that share key, hint or hosting, all at once', as: 'GT-SUCCESS' };
  await conductor.inCase(draft, async (builder) => {
    const all = bodies(conductor);
    await Promise.all(all.map((body) => builder.send('probe', asRequest(body))));
    // Some are asked again: the same key must have the same fingerprint in every call, not only side by side.
    await Promise.all(all.slice(0, 12).map((body) => builder.send('probe', asRequest(body))));
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
