import { spawn, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { finished } from '../cli/command.ts';
import { profiles, served, synchronizerOf, tokenOf } from './served.ts';
import { expectTopologyOf, publicKey } from './what-was-generated.ts';

/** What the client made of a response: the class it chose, and the members. */
interface Made<Value> {
  readonly status: number;
  readonly type: string;
  readonly value: Value;
}

interface Calls {
  readonly topology: Made<Parameters<typeof expectTopologyOf>[0]>;
  readonly executed: Made<object>;
  readonly sent: object;
  readonly pages: readonly (readonly string[])[];
  readonly text: Made<string>;
  readonly unknown: Made<string>;
  readonly object: Made<{ readonly cause: string; readonly errorCategory: number }>;
}

/** Why there is no Python client, as `npm run clients` reports it. */
const withoutPython = process.env.CLIENTS_WITHOUT_PYTHON;

const python = 'tests/clients/python/.venv/bin/python';
const generated = 'tests/clients/generated/python';
const { PATH = '' } = process.env;
const env = { PATH, PYTHONPATH: generated, PYTHONDONTWRITEBYTECODE: '1' };

test('What is generated compiles, and has one module for each operation and no other.', ({ skip }) => {
  if (withoutPython !== undefined) skip(withoutPython);
  const compile =
    'import compileall, sys; sys.exit(not compileall.compile_dir(sys.argv[1], quiet=1, force=True))';
  const { status, stdout } = spawnSync(python, ['-W', 'error', '-c', compile, generated], {
    env: { PATH, PYTHONPYCACHEPREFIX: 'tests/clients/generated/pycache' },
    encoding: 'utf8',
  });
  expect([status, stdout]).toEqual([0, '']);
  const modules = readdirSync(`${generated}/ledger_client/api/default`).filter(
    (name) => !name.startsWith('__'),
  );
  expect(modules.sort()).toEqual(['execute_submission.py', 'generate_topology.py', 'list_users.py']);
});

test.for(profiles)(
  'Under %s, the generated Python client does the three operations.',
  async (profile, { skip }) => {
    if (withoutPython !== undefined) skip(withoutPython);
    const server = await served(profile, { users: 5 });
    const given = {
      baseUrl: server.baseUrl,
      token: tokenOf(server),
      synchronizer: synchronizerOf(server),
      publicKey,
      executeRequest: server.executeRequest,
    };
    const args = ['-W', 'error', 'tests/clients/python/calls.py', JSON.stringify(given)];
    const child = spawn(python, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    const { status, stdout, stderr } = await finished(child);
    expect([status, stderr]).toEqual([0, '']);
    const { topology, executed, sent, pages, text, unknown, object } = JSON.parse(stdout) as Calls;
    expect(topology).toMatchObject({ status: 200, type: 'GenerateTopologyResponse' });
    expectTopologyOf(topology.value, 'frida', publicKey);
    expect(executed).toEqual({ status: 200, type: 'ExecuteSubmissionResponse', value: {} });
    expect(sent).toEqual(server.executeRequest);
    expect(pages.map((page) => page.length)).toEqual([2, 2, 1]);
    expect(new Set(pages.flat()).size).toBe(5);
    expect(text).toMatchObject({ status: 400, type: 'str' });
    expect(text.value).toContain('Invalid value for: body');
    // It reads a response by its status alone, and the description has a 400 only as text.
    expect(unknown).toMatchObject({ status: 400, type: 'str' });
    expect(JSON.parse(unknown.value)).toMatchObject({ cause: expect.stringContaining('synchronizer') });
    expect(object).toMatchObject({
      status: 401,
      type: 'JSONErrorObject',
      value: { cause: expect.any(String), errorCategory: expect.any(Number) },
    });
  },
);

test('The description in one file is the one of schemas/openapi.json: the same paths, methods and statuses.', ({
  skip,
}) => {
  if (withoutPython !== undefined) skip(withoutPython);
  const read = (path: string) => JSON.parse(readFileSync(path, 'utf8'));
  const [whole, parts] = ['tests/clients/generated/one-file.json', 'schemas/openapi.json'].map(read);
  expect(JSON.stringify(whole)).not.toMatch(/"\$ref":"(?!#\/components\/)/);
  for (const [path, { $ref }] of Object.entries(parts.paths as Record<string, { $ref: string }>)) {
    const item = parts.components.pathItems[$ref.split('/').at(-1) ?? ''];
    expect(Object.keys(whole.paths[path])).toEqual(Object.keys(item));
    for (const method of Object.keys(item))
      expect(Object.keys(whole.paths[path][method].responses)).toEqual(Object.keys(item[method].responses));
  }
});
