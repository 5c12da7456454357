import { hash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startReference } from '../../reference/start.ts';
import { requirements } from '../../requirements/catalogue.ts';
import { root, textOf } from '../docs/documents.ts';
import { command, emptyFolder } from './command.ts';
import { commandHere } from './command-here.ts';
import { expectDocumented, json } from './documented-json.ts';
import { webServer } from './wrong-servers.ts';

const _page = textOf('docs/json-output.md');

async function referenceSettings(cwd: string): Promise<Record<string, string>> {
  const server = await startReference();
  onTestFinished(() => server.close());
  writeFileSync(join(cwd, 'body.json'), JSON.stringify(server.executeRequest));
  return { ...server.environment, TARGET_EXECUTE_REQUEST: 'body.json' };
}

describe('doctor', () => {
  test('describes a target, and what each missing setting would add.', async () => {
    const cwd = emptyFolder();
    const { TARGET_SYNCHRONIZER: _taken, ...settings } = await referenceSettings(cwd);
    const { status, value } = await json(['doctor'], settings, cwd);
    expect(status).toBe(0);
    expectDocumented(value);
    expect(value).toMatchObject({
      status: 0,
      target: settings.TARGET_BASE_URL,
      problems: [],
      operations: { 'list-users': { state: 'answers', detail: '' } },
      bearerWorks: true,
      users: 23,
      missing: [{ need: 'synchronizer', musts: expect.arrayContaining(['GT-SUCCESS']) }],
    });
    const certify = await json(['doctor', '--certify'], settings, cwd);
    expectDocumented(certify.value);
    expect(certify).toMatchObject({
      status: 3,
      value: { status: 3, certification: { needed: [expect.stringContaining('TARGET_SYNCHRONIZER')] } },
    });
  });

  test('says what responds where nothing can be exercised.', async () => {
    const baseUrl = await webServer((_request, response) =>
      response.writeHead(404, { 'content-type': 'text/html', server: 'nginx' }).end('<html></html>'),
    );
    const { status, value } = await json(['doctor'], {
      TARGET_BASE_URL: baseUrl,
      TARGET_TOKEN: 'e30.e30.c2ln',
    });
    expect(status).toBe(3);
    expectDocumented(value);
    expect(value).toMatchObject({
      status: 3,
      operations: null,
      responses: { 'list-users': '404 text/html, from nginx' },
      problems: [expect.stringContaining('Nothing at'), expect.any(String)],
    });
  });

  test('has no target to describe if none is configured.', async () => {
    expect(await json(['doctor'])).toMatchObject({ status: 0, value: { target: null, missing: [] } });
  });
});

describe('list', () => {
  test.each(['requirements', 'operations', 'profiles', 'faults', 'variants', 'schemas'])(
    '%s',
    async (kind) => {
      const { status, value } = await json(['list', kind]);
      const counts = (await json(['list'])).value as Record<string, number>;
      expect(status).toBe(0);
      expect(value).toHaveLength(counts[kind] ?? 0);
      for (const item of value as object[]) expectDocumented(item);
    },
  );

  test('schemas: the files of the package, each named in the document on certificates.', async () => {
    // Of the package as it is built.
    const { stdout } = await command(['list', 'schemas', '--format', 'json'], { cwd: emptyFolder() });
    const value = JSON.parse(stdout);
    const certificates = textOf('docs/certificate.md');
    for (const { id, path, sha256: digest } of value as { id: string; path: string; sha256: string }[]) {
      const bytes = readFileSync(join(root, path));
      expect(hash('sha256', bytes, 'hex')).toBe(digest);
      expect(JSON.parse(bytes.toString())).toMatchObject({ $id: id });
      expect(certificates).toContain(`\`${id.split('/').at(-1)}\``);
    }
  });
});

test('explain gives what the text gives.', async () => {
  const { status, value } = await json(['explain', 'gt-body']);
  expect(status).toBe(0);
  expectDocumented(value);
  const entry = requirements.find(({ id }) => id === 'GT-BODY');
  expect(value).toMatchObject({
    id: 'GT-BODY',
    level: 'MUST',
    quote: entry?.quote,
    excluded: null,
    operations: [{ operation: 'generate-topology', tested: true }],
  });
  const { operations, rulings, faults } = value as Record<string, object[]>;
  for (const each of [...(operations ?? []), ...(rulings ?? [])]) expectDocumented(each);
  expect(faults?.length).toBeGreaterThan(3);
});

test.each([['doctor'], ['list'], ['explain', 'GT-BODY'], ['verify', 'x']])(
  '%s has no other format.',
  async (...args) => {
    const { status, stderr } = await commandHere([...args, '--format', 'yaml'], { cwd: emptyFolder() });
    expect(status).toBe(2);
    expect(stderr).toContain('--format yaml is not a format of this command. Use terminal or json.');
  },
);
