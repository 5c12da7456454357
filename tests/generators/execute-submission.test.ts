import { createHash, verify } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  executeOptions,
  placeholderExecuteBody,
  submissionId,
  withSubmissionId,
} from '../../generators/execute-submission.ts';
import { signingKey } from '../../generators/keys.ts';
import { draw } from '../../generators/seeding.ts';
import { accepts } from '../schemas/validator.ts';

test('a placeholder body keeps the schema, and follows from its parts', () => {
  const body = placeholderExecuteBody('seed', 1);
  expect(accepts('execute-submission.request', body)).toBe(true);
  expect(placeholderExecuteBody('seed', 1)).toEqual(body);
  expect(placeholderExecuteBody('seed', 2)).not.toEqual(body);
});

test('the signature of a placeholder body is that of its party over its transaction', () => {
  const body = placeholderExecuteBody('seed', 1);
  const party = body.partySignatures.signatures[0];
  const signature = party?.signatures[0];
  const digest = createHash('sha256').update(Buffer.from(body.preparedTransaction, 'base64')).digest();
  const key = signingKey('SIGNING_KEY_SPEC_EC_CURVE25519', 'execute-submission', 'seed', 1);
  expect(verify(null, digest, key.privateKey, Buffer.from(signature?.signature ?? '', 'base64'))).toBe(true);
  expect(party?.party).toBe(`party::${signature?.signedBy}`);
});

test('submission ids have the form of a UUID and differ by seed, nonce and index', () => {
  const ids = ['a', 'b'].flatMap((seed) =>
    ['m', 'n'].flatMap((nonce) => [0, 1, 2].map((index) => submissionId(seed, nonce, index))),
  );
  expect(new Set(ids).size).toBe(12);
  for (const id of ids)
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(submissionId('a', 'm', 0)).toBe(ids[0]);
});

test('a body under another submissionId is a new value that differs in nothing else', () => {
  const body = placeholderExecuteBody(1);
  const former = structuredClone(body);
  expect(withSubmissionId(body, 'other')).toEqual({ ...former, submissionId: 'other' });
  expect(body).toEqual(former);
});

test('every draw of options laid over a valid body keeps the schema and the shown shapes', () => {
  fc.assert(
    fc.property(executeOptions({ userId: 'user-1' }), (options) => {
      expect(accepts('execute-submission.request', { ...placeholderExecuteBody(1), ...options })).toBe(true);
      expect(['user-1', undefined]).toContain(options.userId);
      const period = options.deduplicationPeriod;
      if (period === undefined) return;
      const { seconds, nanos } = Object(period).DeduplicationDuration.value;
      expect(seconds).toBeGreaterThanOrEqual(1);
      expect(seconds).toBeLessThanOrEqual(600);
      expect(nanos % 1000).toBe(0);
      expect(nanos).toBeLessThan(1_000_000_000);
    }),
    { numRuns: 200, seed: 1 },
  );
});

test('all eight combinations of options are drawn, and without a user none names one', () => {
  const combinations = draw(executeOptions({ userId: 'u' }), 1, 200).map((o) =>
    Object.keys(o).toSorted().join(),
  );
  expect(new Set(combinations).size).toBe(8);
  for (const options of draw(executeOptions({}), 1, 50)) expect(options).not.toHaveProperty('userId');
});
