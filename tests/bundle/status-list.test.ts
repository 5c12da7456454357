import { expect, test } from 'vitest';
import {
  currentProblem,
  issueStatusList,
  type OpenedStatusList,
  openStatusList,
  revokedProblem,
} from '../../certificate/status-list.ts';
import { jsonFile } from '../../certificate/strict-json.ts';
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

test('A list revokes what it has, and nothing else.', async () => {
  const opened = await list();
  expect(revokedProblem([opened], 'The certificate', other)).toBeUndefined();
  expect(revokedProblem([opened], 'The certificate', one)).toBe(
    `The certificate was revoked at 2026-05-01T12:00:00.000Z by the key ${opened.issuer}: tested with a patched build`,
  );
});

test('A list is current until its next update is due, whatever clocks differ by within an hour.', async () => {
  const opened = await list(30);
  const at = (by: number): string | undefined => currentProblem([opened], new Date(now.getTime() + by));
  expect(at(0)).toBeUndefined();
  expect(at(30 * day)).toBeUndefined();
  expect(at(30 * day + 1)).toContain('revoked.json is out of date: its next update was due at 2026-05-31');
  expect(at(-3_600_000)).toBeUndefined();
  expect(at(-3_600_001)).toContain(
    'revoked.json was issued at 2026-05-01T12:00:00.000Z, which is in the future',
  );
});

test.for([
  [0, false],
  [1, true],
  [400, true],
  [401, false],
] as const)('Whether a list may be valid for %d days: %s', async ([days, isAllowed]) => {
  const opened = list(days);
  if (isAllowed) await expect(opened).resolves.toMatchObject({ name: 'revoked.json' });
  else
    await expect(opened).rejects.toMatchObject({
      kind: 'schema',
      message: expect.stringContaining('revoked.json is valid from'),
    });
});
