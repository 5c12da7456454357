import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { expect, onTestFinished, test } from 'vitest';
import { type Document, isMap, isScalar, type Pair, parseAllDocuments, visit } from 'yaml';
import packageJson from '../../package.json' with { type: 'json' };
import { startReference } from '../../reference/start.ts';
import { emptyFolder, finished } from '../cli/command.ts';
import { root, textOf } from '../docs/documents.ts';
import { schemaBytes } from '../formats/published.ts';

interface PodSpec {
  readonly automountServiceAccountToken: boolean;
  readonly securityContext: object;
  readonly containers: readonly Container[];
  readonly initContainers?: readonly Container[];
}
interface Container {
  readonly image: string;
  readonly command: readonly string[];
  readonly args: readonly string[];
  readonly env?: readonly { readonly name: string }[];
  readonly securityContext: object;
  readonly resources?: { readonly limits?: object };
}

/** Each manifest with one of its fields, written wrong. */
const manifests = [
  { name: 'kubernetes-job.yaml', spoilt: ['backoffLimitPerIndex:', 'backoffLimitPerindex:'] },
  { name: 'kubernetes-merge-job.yaml', spoilt: ['seccompProfile:', 'seccompProfil:'] },
  { name: 'kubernetes-nightly.yaml', spoilt: ['concurrencyPolicy: Forbid', 'concurrencyPolicy: true'] },
] as const;

const kept = readdirSync(new URL('../formats/schemas/kubernetes', import.meta.url));
const newest = kept
  .map((folder) => Number(/^v1\.(\d+)\.0$/.exec(folder)?.[1]))
  .reduce((highest, each) => Math.max(highest, each));

/** The minor version from which on a manifest can be used, as its comment says. */
function lowest(text: string): number {
  return Number(/^# Needs Kubernetes 1\.(\d+) or newer/m.exec(text)?.[1]);
}

const made = new Map<string, ValidateFunction>();

function compiled(file: string): ValidateFunction {
  const schema = JSON.parse(schemaBytes(file).toString()) as object;
  const check = made.get(file) ?? new Ajv2020({ strict: false, logger: false }).compile(schema);
  made.set(file, check);
  return check;
}

/** What the API of a minor version has against the documents of a manifest. */
function violations(text: string, minor: number): string[] {
  return parseAllDocuments(text).flatMap((document) => {
    const value = (document as Document).toJS() as { kind: string; apiVersion: string };
    const file = `${value.kind}-${value.apiVersion.replace('/', '-')}.json`.toLowerCase();
    const check = compiled(`kubernetes/v1.${minor}.0/${file}`);
    check(value);
    return (check.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  });
}

test.each(manifests)(
  '$name is of the API of the lowest version that it names, and of the newest.',
  ({ name, spoilt: [right, wrong] }) => {
    const text = textOf(`examples/ci/${name}`);
    expect(text).toContain(right);
    for (const minor of [lowest(text), newest]) {
      expect(violations(text, minor)).toEqual([]);
      expect(violations(text.replace(right, wrong), minor)).not.toEqual([]);
    }
  },
);

test('A wrong name of any field of the nightly manifest is seen, but not of a quantity, which has names of its own.', () => {
  const text = textOf('examples/ci/kubernetes-nightly.yaml');
  const unseen = new Set<string>();
  let fields = 0;
  for (const [index, document] of parseAllDocuments(text).entries())
    visit(document as Document, {
      Pair: (_, pair: Pair) => {
        if (!isScalar(pair.key) || pair.key.value === 'kind' || pair.key.value === 'apiVersion') return;
        const { range } = pair.key;
        if (range == null) throw new Error('A key is nowhere.');
        fields += 1;
        const spoilt = `${text.slice(0, range[1])}X${text.slice(range[1])}`;
        if (violations(spoilt, newest).length === 0) unseen.add(`${index} ${String(pair.key.value)}`);
        if (isMap(pair.value)) return undefined;
        return visit.SKIP;
      },
    });
  expect(fields).toBeGreaterThan(20);
  expect([...unseen]).toEqual(['0 storage']);
});

function podOf(text: string): PodSpec {
  const [spec] = parseAllDocuments(text)
    .map((document) => (document as Document).toJS() as { kind: string; spec: Record<string, unknown> })
    .flatMap(({ kind, spec: { jobTemplate, template } }) => {
      if (kind === 'Job') return [(template as { spec: PodSpec }).spec];
      return kind === 'CronJob'
        ? [(jobTemplate as { spec: { template: { spec: PodSpec } } }).spec.template.spec]
        : [];
    });
  if (spec === undefined) throw new Error('There is no pod.');
  return spec;
}

test.each(manifests)('The pods of $name are confined, and none gets a token of the cluster.', ({ name }) => {
  const { containers, initContainers = [], ...pod } = podOf(textOf(`examples/ci/${name}`));
  expect(pod.automountServiceAccountToken).toBe(false);
  expect(pod.securityContext).toMatchObject({
    runAsNonRoot: true,
    seccompProfile: { type: 'RuntimeDefault' },
  });
  for (const { securityContext } of [...containers, ...initContainers])
    expect(securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
  for (const { resources } of containers) expect(resources?.limits).toHaveProperty('memory');
});

test('The command of the nightly manifest adds a night to the history, and prints the line for alerts.', {
  timeout: 900_000,
}, async () => {
  const { containers } = podOf(textOf('examples/ci/kubernetes-nightly.yaml'));
  const [{ command: [node, script = ''] = [], args = [], env = [] } = {}] = containers;
  expect(node).toBe('node');
  const installed = '/usr/local/lib/node_modules/ledger-conformance/';
  expect(script.startsWith(installed)).toBe(true);
  expect(packageJson.files).toContain('examples');
  const cwd = emptyFolder();
  const server = await startReference();
  onTestFinished(() => server.close());
  const { PATH = '' } = process.env;
  const inFolder = args.map((arg) => (arg === '/history' ? join(cwd, 'history') : arg));
  const child = spawn(
    process.execPath,
    [
      script.replace(installed, `${root}/`),
      ...inFolder,
      '--only',
      'LU-SUCCESS@list-users',
      '--effort',
      'quick',
    ],
    { cwd, env: { PATH, ...server.environment }, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const { status, stdout, stderr } = await finished(child);
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/^suite=ledger-conformance .* verdict=conformant status=0 /m);
  expect(readdirSync(join(cwd, 'history'))).toEqual(
    expect.arrayContaining(['trend.html', 'trend.md', 'trend.svg']),
  );
  expect(env.map((each) => each.name)).toEqual(['TARGET_BASE_URL', 'TARGET_TOKEN_FILE', 'CONFORMANCE_RATE']);
});
