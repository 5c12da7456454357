import { request } from 'node:http';
import { expect, test } from 'vitest';
import { everyFault } from '../../reference/changes.ts';
import { conditionKinds } from '../../reference/faults/condition-kind.ts';
import { type ReferenceServer, startReference } from '../../reference/start.ts';
import { executePath, generateBody, generatePath, usersPath } from './client.ts';

test('Each condition has faults.', () => {
  const used = new Set(everyFault.flatMap(({ only }) => only ?? []));
  expect([...used].sort()).toEqual([...conditionKinds].sort());
});

test('What shows sometimes, late or with concurrent requests has a condition.', () => {
  const without = everyFault.filter(({ when, only }) => when !== 'always' && only === undefined);
  expect(without.map(({ id }) => id)).toEqual([]);
});

/** A raw Ed25519 key as a SubjectPublicKeyInfo, like the example of the document. */
const spki = 'MCowBQYDK2VwAyEAlVoecNeb50KdHlQzJV1UmJYKlmQaJ2CQBml0bYl3Nuc=';

/** Sends a valid request as plain as they come, on a connection of its own. */
function sendPlain(server: ReferenceServer, path: string, body?: unknown): Promise<void> {
  const bytes = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
  return new Promise((resolve, reject) => {
    const sent = request(`${server.baseUrl}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      agent: false,
      headers: {
        Host: new URL(server.baseUrl).host,
        Connection: 'keep-alive',
        'User-Agent': 'plain',
        Accept: '*/*',
        Authorization: `Bearer ${server.environment.TARGET_TOKEN}`,
        ...(bytes === undefined
          ? {}
          : { 'Content-Type': 'application/json', 'Content-Length': String(bytes.length) }),
      },
    });
    sent.on('error', reject);
    sent.on('response', (response) => {
      response.resume();
      response.on('end', () => {
        sent.destroy();
        resolve();
      });
    });
    sent.end(bytes);
  });
}

const circumstantial = everyFault.filter(({ only }) => only !== undefined && only !== 'chance');

test.each(circumstantial)('A plain valid request does not show $id ($only).', async (fault) => {
  const server = await startReference({ fault });
  try {
    const key = {
      format: 'CRYPTO_KEY_FORMAT_DER_X509_SUBJECT_PUBLIC_KEY_INFO',
      keyData: spki,
      keySpec: 'SIGNING_KEY_SPEC_EC_CURVE25519',
    };
    await sendPlain(server, generatePath, { ...generateBody(server), publicKey: key });
    const { userId, minLedgerTime, deduplicationPeriod, ...required } = server.executeRequest as Record<
      string,
      unknown
    >;
    await sendPlain(server, executePath, required);
    await sendPlain(server, usersPath);
    expect(server.fired()).toBe(0);
  } finally {
    await server.close();
  }
});
