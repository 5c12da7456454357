import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Envelope } from '../../certificate/signed-document.ts';
import { textOf } from '../docs/documents.ts';
import { published } from './published.ts';

/** The commands of the document up to the one that needs a network. */
const commands = /^unzip[^\n]*\njq --rawfile key[\s\S]*?> proposal\.json$/m.exec(
  textOf('docs/certificate.md'),
)?.[0];

test('What the document sends to Rekor is an entry with the envelope, its first signature and the key.', async () => {
  const { cwd, keyId } = await published('ed25519');
  const { status, stderr } = spawnSync('bash', ['-euc', commands ?? 'false'], { cwd, encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  const read = (path: string): string => readFileSync(join(cwd, path), 'utf8');
  const { apiVersion, kind, spec } = JSON.parse(read('proposal.json'));
  expect({ apiVersion, kind }).toEqual({ apiVersion: '0.0.1', kind: 'dsse' });
  const { envelope, verifiers } = spec.proposedContent;
  const given = JSON.parse(read('example/statement.dsse.json')) as Envelope;
  expect(JSON.parse(envelope)).toEqual(given);
  expect(given.signatures.map(({ keyid }) => keyid)).toEqual([keyId]);
  expect(verifiers).toEqual([Buffer.from(read('vendor.pem.pub')).toString('base64')]);
});
