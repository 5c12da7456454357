import { createPrivateKey, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { request } from 'undici';
import { expect, it } from 'vitest';
import type { RecordedLine } from '../../judges/recorded/reading/read-recording.ts';
import { startReference } from '../../reference/start.ts';

const lines = readFileSync(new URL('../recorded/provisioning-canton-3.5.ndjson', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as RecordedLine);

/** The recorded walk's private key: its seed is 00 01 … 1f. */
const seed = Buffer.from(Array.from({ length: 32 }, (_, index) => index));
const key = createPrivateKey({
  key: Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed]),
  format: 'der',
  type: 'pkcs8',
});
const signed = (base64: string): string => sign(null, Buffer.from(base64, 'base64'), key).toString('base64');

/** Fields of a value, without what depends on the node: kinds of values, by name. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? [] : [shapeOf(value[0])];
  if (typeof value !== 'object' || value === null) return value === null ? null : typeof value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !['submissionId', 'correlationId', 'annotations'].includes(name))
      .map(([name, each]) => [name, shapeOf(each)]),
  );
}

it('the walk of a provisioner goes as it went on the node, step by step', async () => {
  const server = await startReference({ profile: 'canton-3.5', flight: 1_000 });
  try {
    const said: Record<string, Record<string, string>> = {};
    for (const { name, request: sent, response } of lines) {
      // The second execution comes four seconds later; the flight is shorter here.
      if (name === 'provision.execute.again-later') await new Promise((done) => setTimeout(done, 1_100));
      const made = bodyFor(name, sent.body ?? '', said, server.environment.TARGET_SYNCHRONIZER ?? '');
      const answer = await request(`${server.baseUrl}${sent.target}`, {
        method: sent.method as 'GET',
        headers: { Authorization: `Bearer ${server.environment.TARGET_TOKEN}` },
        ...(sent.method === 'GET' || sent.method === 'DELETE' ? {} : { body: made }),
      });
      const text = await answer.body.text();
      expect(answer.statusCode, `${name}: ${text}`).toBe(response?.status);
      const got = JSON.parse(text) as Record<string, string>;
      said[name] = got;
      expect(shapeOf(got), name).toEqual(shapeOf(JSON.parse(response?.body ?? '')));
    }
  } finally {
    await server.close();
  }
});

/** The recorded body with the synchronizer, transactions and signatures of this server. */
function bodyFor(
  name: string,
  recorded: string,
  said: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
  synchronizer: string,
): string {
  const body = recorded.replaceAll(/synchronizer-1::1220[0-9a-f]{64}/g, synchronizer);
  if (body === '') return body;
  const value = JSON.parse(body) as Record<string, unknown>;
  if (name.startsWith('provision.allocate')) {
    const { topologyTransactions = [], multiHash = '' } = said['provision.generate-topology'] ?? {};
    const [signature] = value.multiHashSignatures as Record<string, unknown>[];
    const isBad = name.endsWith('bad-signature');
    return JSON.stringify({
      ...value,
      onboardingTransactions: (topologyTransactions as string[]).map((transaction) => ({
        transaction,
        signatures: [],
      })),
      multiHashSignatures: [
        { ...signature, signature: isBad ? signature?.signature : signed(String(multiHash)) },
      ],
    });
  }
  if (name.startsWith('provision.execute')) {
    const { preparedTransaction, preparedTransactionHash } =
      said[name.endsWith('.v3') ? 'provision.prepare.v3' : 'provision.prepare'] ?? {};
    const { signatures } = value.partySignatures as { signatures: { party: string; signatures: object[] }[] };
    const entries = signatures.map((entry) => ({
      ...entry,
      signatures: entry.signatures.map((each) => ({
        ...each,
        signature: signed(String(preparedTransactionHash)),
      })),
    }));
    return JSON.stringify({ ...value, preparedTransaction, partySignatures: { signatures: entries } });
  }
  return body;
}
