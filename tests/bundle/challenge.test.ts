import { generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { assuranceOf } from '../../certificate/assurance.ts';
import {
  answerProblem,
  beginProblem,
  expiryProblem,
  issueChallenge,
  type OpenedChallenge,
  openChallenge,
  productProblem,
} from '../../certificate/challenge.ts';
import { keyId, type NamedKey } from '../../certificate/keys.ts';
import { jsonFile } from '../../certificate/strict-json.ts';
import { answeredChallenge } from '../../cli/commands/certify.ts';
import type { Report } from '../../reports/report/report.ts';
import settingsSchema from '../../settings/settings.schema.json' with { type: 'json' };
import { strangersKey } from '../certificates/certificate.ts';
import { emptyFolder } from '../cli/command.ts';

const now = new Date('2026-05-01T12:00:00.000Z');
const hour = 3_600_000;
const run = { suite: '0.1.0', profile: 'document', effort: 'standard' };
const product = { organization: 'Example Ltd', product: 'Example Ledger', version: '3.2.1' };

function issued(key: NamedKey, implementation: Partial<typeof product> = {}): OpenedChallenge {
  return openChallenge('it', jsonFile(issueChallenge(key, { now, validMs: hour, run, implementation })));
}

test.for(['ed25519', 'P-256'])(
  'A challenge by a %s key names it by its thumbprint, and no two lead to one nonce.',
  async (kind) => {
    const { privateKey } =
      kind === 'ed25519'
        ? generateKeyPairSync('ed25519')
        : generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const key = { id: keyId(privateKey), key: privateKey };
    const [one, other] = [issued(key), issued(key)];
    expect(one.issuer).toBe(key.id);
    expect(one.challenge).toMatchObject({
      issuedAt: '2026-05-01T12:00:00.000Z',
      expiresAt: '2026-05-01T13:00:00.000Z',
    });
    expect(one.runNonce).toMatch(new RegExp(settingsSchema.properties.CONFORMANCE_NONCE.pattern));
    expect(one.runNonce).toBe(one.sha256.slice(0, 32));
    expect(one.runNonce).not.toBe(other.runNonce);
    expect(one.runSeed).toMatch(new RegExp(settingsSchema.properties.CONFORMANCE_SEED.pattern));
    expect(one.runNonce + one.runSeed).toBe(one.sha256);
    expect(JSON.stringify(one.challenge)).not.toContain('"d"');
  },
);

test('A run can begin with a challenge from the time of its issue until it expires.', async () => {
  const challenge = issued(await strangersKey());
  const at = (by: number): string | undefined => beginProblem(challenge, new Date(now.getTime() + by));
  expect(at(0)).toBeUndefined();
  expect(at(hour)).toBeUndefined();
  expect(at(-1)).toContain('The challenge was issued at 2026-05-01T12:00:00.000Z, which is in the future');
  expect(at(hour + 1)).toContain('The challenge expired at 2026-05-01T13:00:00.000Z. Ask the certifier');
});

test('A run answers a challenge if it was made as the challenge says, with its seed and nonce, while it was valid.', async () => {
  const challenge = issued(await strangersKey());
  const { runNonce: nonce, runSeed: seed } = challenge;
  const made = (by: number, other: Partial<Report['run']> = {}, version = '0.1.0', profile = 'document') => {
    const startedAt = new Date(now.getTime() + by).toISOString();
    const suite = { name: 'ledger-conformance', version };
    const report = {
      suite,
      profile,
      run: { nonce, seed, effort: 'standard', startedAt, ...other } as Report['run'],
    };
    return answerProblem(challenge, report) ?? expiryProblem(challenge, report);
  };
  expect(made(0)).toBeUndefined();
  expect(made(hour)).toBeUndefined();
  expect(made(-1)).toContain('The run began at 2026-05-01T11:59:59.999Z, before');
  expect(made(hour + 1)).toContain('The run began at 2026-05-01T13:00:00.001Z, after');
  expect(made(0, { nonce: 'other' })).toContain('The run does not answer the challenge: its nonce is other');
  expect(made(0, { seed: 'chosen' })).toContain('The run does not answer the challenge: its seed is chosen');
  expect(made(0, { effort: 'soak' })).toBe(
    'The challenge asks for a run with the effort standard, not soak.',
  );
  expect(made(0, {}, '0.2.0')).toBe('The challenge asks for a run with version 0.1.0, not 0.2.0.');
  expect(made(0, {}, '0.1.0', 'canton-3.5')).toBe(
    'The challenge asks for a run with the profile document, not canton-3.5.',
  );
});

test('A challenge for a product fits that product, and one for none fits any.', async () => {
  const key = await strangersKey();
  const fits = (named: Partial<typeof product>): string | undefined =>
    productProblem(issued(key, named), product);
  expect(fits({})).toBeUndefined();
  expect(fits(product)).toBeUndefined();
  expect(fits({ ...product, version: '3.2.2' })).toBe(
    'The challenge was issued for the version "3.2.2", not for "3.2.1".',
  );
  expect(fits({ product: 'example ledger' })).toContain('was issued for the product "example ledger"');
});

test('A run is witnessed if certify conducts it and the key that issued the challenge signs alone.', async () => {
  const [certifier, vendor] = [await strangersKey(), await strangersKey()];
  const path = join(emptyFolder(), 'challenge.json');
  const fresh = { now: new Date(), validMs: hour, run, implementation: {} };
  writeFileSync(path, jsonFile(issueChallenge(certifier, fresh)));
  const made = (keys: readonly NamedKey[], from?: string): string => {
    return answeredChallenge({ challenge: path, from }, product, keys).assurance;
  };
  expect(made([certifier])).toBe('witnessed');
  expect(made([certifier], 'results')).toBe('challenged');
  expect(made([vendor])).toBe('challenged');
  expect(made([certifier, vendor])).toBe('challenged');
});

test('A challenge was answered in time if a time that was checked is before its end; the signer says nothing of that.', async () => {
  const certifier = await strangersKey();
  const kindAt = (
    by: number | undefined,
    claimed: 'challenged' | 'witnessed' = 'challenged',
    known = [certifier],
  ) =>
    assuranceOf({ assurance: claimed, challenge: issued(certifier) }, known, [
      { at: by === undefined ? undefined : new Date(now.getTime() + by) },
    ]).kind;
  expect(kindAt(hour)).toBe('challenged-in-time');
  expect(kindAt(hour + 1)).toBe('challenged');
  expect(kindAt(undefined)).toBe('challenged');
  expect(kindAt(hour, 'witnessed')).toBe('witnessed');
  expect(kindAt(hour, 'challenged', [])).toBe('self-declared');
});
