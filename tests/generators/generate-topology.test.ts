import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  fullGenerateTopology,
  type GenerateTopologyRequest,
  minimalGenerateTopology,
  validGenerateTopology,
} from '../../generators/generate-topology.ts';
import { keySpecs } from '../../generators/keys.ts';
import { optionalFieldSubsets } from '../../generators/optional-fields.ts';
import { draw } from '../../generators/seeding.ts';
import { accepts } from '../schemas/validator.ts';

const synchronizer = 'global::1220aa';
const participantUids = ['two::1220bb', 'three::1220cc', 'four::1220dd'];
const options = { synchronizer, participantUids, identity: 'test' };

function isInPositiveDomain(body: GenerateTopologyRequest): void {
  const confirming = body.otherConfirmingParticipantUids ?? [];
  const observing = body.observingParticipantUids ?? [];
  const listed = [...confirming, ...observing];
  expect(body.partyHint).toMatch(/^[A-Za-z0-9]{1,100}$/);
  expect([undefined, 0, 1]).toContain(body.confirmationThreshold);
  expect(new Set(listed).size).toBe(listed.length);
  for (const uid of listed) expect(participantUids).toContain(uid);
  if (body.localParticipantObservationOnly === true) expect(confirming).not.toEqual([]);
}

test('every draw keeps the schema and the positive domain of ruling 11', () => {
  fc.assert(
    fc.property(validGenerateTopology(options), (body) => {
      expect(accepts('generate-topology.request', body)).toBe(true);
      expect(body.synchronizer).toBe(synchronizer);
      expect(body.publicKey.keySpec).toBe('SIGNING_KEY_SPEC_EC_CURVE25519');
      isInPositiveDomain(body);
    }),
    { numRuns: 500, seed: 1 },
  );
});

test('without configured uids the lists are absent or empty, and observation only is never true', () => {
  const arbitrary = validGenerateTopology({ ...options, participantUids: [] });
  fc.assert(
    fc.property(arbitrary, (body) => {
      expect(body.otherConfirmingParticipantUids ?? []).toEqual([]);
      expect(body.observingParticipantUids ?? []).toEqual([]);
      expect(body.localParticipantObservationOnly ?? false).toBe(false);
    }),
    { numRuns: 200, seed: 1 },
  );
});

test('every combination of absent, empty and filled optional fields is drawn', () => {
  const state = (value: unknown) =>
    Array.isArray(value) ? (value.length === 0 ? 'empty' : 'filled') : JSON.stringify(value ?? 'absent');
  const seen = new Set(
    draw(validGenerateTopology(options), 1, 5000).map((body) =>
      [
        state(body.localParticipantObservationOnly),
        state(body.otherConfirmingParticipantUids),
        state(body.confirmationThreshold),
        state(body.observingParticipantUids),
      ].join(' '),
    ),
  );
  // 3 thresholds × 3 observing lists × (3 confirming lists × absent or false, and true with a filled one).
  expect(seen.size).toBe(3 * 3 * (3 * 2 + 1));
});

test('hints of one and of a hundred characters, and other member orders, are among a few hundred draws', () => {
  const bodies = draw(validGenerateTopology(options), 1, 400);
  const lengths = new Set(bodies.map(({ partyHint }) => partyHint.length));
  expect(lengths).toContain(1);
  expect(lengths).toContain(100);
  expect(new Set(bodies.map((body) => Object.keys(body)[0])).size).toBeGreaterThan(2);
});

test('another identity gives the same content under other hints', () => {
  const here = draw(validGenerateTopology(options), 1, 50);
  const there = draw(validGenerateTopology({ ...options, identity: 'another' }), 1, 50);
  const withoutHint = ({ partyHint, ...rest }: GenerateTopologyRequest) => ({
    ...rest,
    length: partyHint.length,
  });
  expect(there.map(withoutHint)).toEqual(here.map(withoutHint));
  for (const [index, { partyHint }] of here.entries()) {
    if (partyHint.length > 8) expect(there[index]?.partyHint).not.toBe(partyHint);
  }
});

test('hints long enough to differ do differ', () => {
  const hints = draw(validGenerateTopology(options), 1, 1000)
    .map(({ partyHint }) => partyHint)
    .filter(({ length }) => length > 8);
  expect(new Set(hints).size).toBe(hints.length);
});

test('the key specs asked for are drawn, all of them', () => {
  const bodies = draw(validGenerateTopology({ ...options, keySpecs }), 1, 40);
  expect(new Set(bodies.map(({ publicKey }) => publicKey.keySpec))).toEqual(new Set(keySpecs));
});

test('the minimal request holds the three required fields and nothing else', () => {
  const body = minimalGenerateTopology(synchronizer, 1, 'case');
  expect(Object.keys(body)).toEqual(['synchronizer', 'partyHint', 'publicKey']);
  expect(accepts('generate-topology.request', body)).toBe(true);
  expect(minimalGenerateTopology(synchronizer, 1, 'case')).toEqual(body);
  expect(minimalGenerateTopology(synchronizer, 2, 'case').partyHint).not.toBe(body.partyHint);
});

test('the subsets of the full request are 16 different valid requests', () => {
  const full = fullGenerateTopology(options, 1);
  const optional = [
    'localParticipantObservationOnly',
    'otherConfirmingParticipantUids',
    'confirmationThreshold',
    'observingParticipantUids',
  ] as const;
  const subsets = optionalFieldSubsets(full, optional);
  expect(new Set(subsets.map(({ omitted }) => omitted.join())).size).toBe(16);
  expect(new Set(subsets.map(({ body }) => JSON.stringify(body))).size).toBe(16);
  expect(subsets[0]?.body).toEqual(full);
  for (const { body } of subsets) {
    expect(accepts('generate-topology.request', body)).toBe(true);
    isInPositiveDomain(body);
  }
});
