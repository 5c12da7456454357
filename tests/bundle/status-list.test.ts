import { expect, test } from 'vitest';
import type { BundleRefused } from '../../certificate/bundle-refused.ts';
import { jsonFile } from '../../certificate/json-file.ts';
import {
  checkCurrent,
  issueStatusList,
  type OpenedStatusList,
  openStatusList,
  refuseRevoked,
} from '../../certificate/status-list.ts';
import { strangersKey } from '../certificates/certificate.ts';

const now = new Date('2026-05-01T12:00:00.000Z');
const day = 86_400_000;
const [one, other] = ['1'.repeat(64), '2'.repeat(64)];

async function list(validDays = 30): Promise<OpenedStatusList> {
  const key = await strangersKey();
  const revoked = [{ sha256: one, revokedAt: now.toISOString(), reason: 'tested with a patched build' }];
  return openStatusList(
    { name: 'revoked.json', bytes: jsonFile(issueStatusList(key, { now, validDays, revoked })) },
    [key],
  );
}

function refusal(step: () => void): string {
  try {
    step();
  } catch (error) {
    const { kind, message } = error as BundleRefused;
    return `${kind}: ${message}`;
  }
  return 'accepted';
}

test('A list revokes what it has, and nothing else.', async () => {
  const opened = await list();
  expect(refusal(() => refuseRevoked(opened, 'The certificate', other))).toBe('accepted');
  expect(refusal(() => refuseRevoked(opened, 'The certificate', one))).toBe(
    `revoked: The certificate was revoked at 2026-05-01T12:00:00.000Z by the key ${opened.issuer}: tested with a patched build`,
  );
});

test('A list is current until its next update is due, whatever clocks differ by within an hour.', async () => {
  const opened = await list(30);
  const at = (by: number): string => refusal(() => checkCurrent(opened, new Date(now.getTime() + by)));
  expect(at(0)).toBe('accepted');
  expect(at(30 * day)).toBe('accepted');
  expect(at(30 * day + 1)).toContain(
    'expired-or-secret: revoked.json is out of date: its next update was due at 2026-05-31',
  );
  expect(at(-3_600_000)).toBe('accepted');
  expect(at(-3_600_001)).toContain(
    'expired-or-secret: revoked.json was issued at 2026-05-01T12:00:00.000Z, which is in the future',
  );
});

test.for([
  [1, 'accepted'],
  [400, 'accepted'],
  [401, 'schema: revoked.json is valid from'],
  [0, 'schema: revoked.json is valid from'],
] as const)('A list that is valid for %d days: %s', async ([days, expected]) => {
  const opened = await list(days);
  expect(refusal(() => checkCurrent(opened, now))).toContain(expected);
});
