import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { documented } from './documented.ts';
import { published } from './published.ts';
import { pythonWith } from './python.ts';

/** The versions that the document was tried with. */
const packages = ['in-toto-attestation==0.9.3', 'securesystemslib[crypto]==1.6.0'];

let python: string | undefined;

beforeAll(() => {
  const installed = pythonWith(packages);
  python = installed.path;
  return installed.remove;
});

function run(
  program: string,
  cwd: string,
  keyId: string,
): { readonly status: number | null; readonly said: string } {
  writeFileSync(join(cwd, 'check.py'), program);
  const args = ['check.py', 'example', 'vendor.pem.pub', keyId];
  const { status, stdout, stderr } = spawnSync(python ?? '', args, { cwd, encoding: 'utf8' });
  return { status, said: `${stdout}${stderr}` };
}

const program = documented('The in-toto libraries for Python', 'python');

test.for(['ed25519', 'p-256'])(
  'The libraries of in-toto for Python accept both statements that an %s key signed.',
  async (type, { skip }) => {
    if (python === undefined) skip(`Python cannot install ${packages.join(', ')} here`);
    const { cwd, keyId } = await published(type);
    spawnSync('unzip', ['-q', 'example-3.2.1.zip', '-d', 'example'], { cwd });
    expect(run(program, cwd, keyId)).toEqual({
      status: 0,
      said: [
        'https://ledger-conformance.dev/attestation/verdict/v1 manifest.json',
        'https://in-toto.io/attestation/test-result/v0.1 manifest.json',
        '',
      ].join('\n'),
    });
  },
);

test('They refuse a statement that another key signed.', async ({ skip }) => {
  if (python === undefined) skip(`Python cannot install ${packages.join(', ')} here`);
  const { cwd, keyId } = await published('p-256');
  const other = await published('p-256');
  spawnSync('unzip', ['-q', join(other.cwd, 'example-3.2.1.zip'), '-d', 'example'], { cwd });
  const { status, said } = run(program, cwd, keyId);
  expect(said).toContain('Accepted signatures do not match threshold');
  expect(status).not.toBe(0);
});

test('The test result has the form of its predicate, and its configuration that of resources.', async ({
  skip,
}) => {
  if (python === undefined) skip(`Python cannot install ${packages.join(', ')} here`);
  const { cwd, keyId } = await published('ed25519');
  spawnSync('unzip', ['-q', 'example-3.2.1.zip', '-d', 'example'], { cwd });
  const form = `
import base64, json
from google.protobuf import json_format
from in_toto_attestation.predicates.test_result.v0 import test_result_pb2
from in_toto_attestation.v1.resource_descriptor import ResourceDescriptor
with open("example/test-result.dsse.json") as file:
    payload = json.loads(base64.b64decode(json.load(file)["payload"]))
result = json_format.ParseDict(payload["predicate"], test_result_pb2.TestResult())
for each in result.configuration:
    ResourceDescriptor.copy_from_pb(each).validate()
print(result.result, len(result.configuration), len(result.passed_tests) > 100)
`;
  // WARNED where the machine was slow and an answer needed a retry.
  expect(run(form, cwd, keyId)).toEqual({
    status: 0,
    said: expect.stringMatching(/^(?:PASSED|WARNED) 2 True\n$/),
  });
});
