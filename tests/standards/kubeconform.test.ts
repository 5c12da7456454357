import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { emptyFolder } from '../cli/command.ts';
import { root, textOf } from '../docs/documents.ts';

/** Where the schemas of a version of Kubernetes are, in the terms of kubeconform. */
const schemas = `${root}/tests/formats/schemas/kubernetes/{{.NormalizedKubernetesVersion}}/{{.ResourceKind}}{{.KindSuffix}}.json`;
const module = 'github.com/yannh/kubeconform/cmd/kubeconform@v0.8.0';
const reason =
  'kubeconform is not installed, and Go cannot install it here; install it, or name it in KUBECONFORM';

let kubeconform: string | undefined;

/** The program that is there, or one that Go installs into a folder of its own. */
beforeAll(() => {
  const named = process.env.KUBECONFORM ?? 'kubeconform';
  if (spawnSync(named, ['-v']).status === 0) {
    kubeconform = named;
    return;
  }
  const ended: (() => void)[] = [];
  const folder = emptyFolder((then) => ended.push(then));
  const env = { ...process.env, GOBIN: folder };
  if (spawnSync('go', ['install', module], { env, timeout: 360_000 }).status === 0)
    kubeconform = join(folder, 'kubeconform');
  return () => {
    for (const then of ended) then();
  };
});

function checked(text: string, version: string): { readonly status: number | null; readonly said: string } {
  const args = ['-strict', '-summary', '-kubernetes-version', version, '-schema-location', schemas];
  const { status, stdout, stderr } = spawnSync(kubeconform ?? '', args, { input: text, encoding: 'utf8' });
  return { status, said: `${stdout}${stderr}` };
}

const manifests = readdirSync(join(root, 'examples/ci')).filter((name) => name.startsWith('kubernetes-'));

test.for(manifests)(
  'kubeconform accepts %s for its lowest version of Kubernetes and for the newest, and no wrong field.',
  (name, { skip }) => {
    if (kubeconform === undefined) skip(reason);
    const text = textOf(`examples/ci/${name}`);
    const lowest = /^# Needs Kubernetes (1\.\d+) or newer/m.exec(text)?.[1];
    for (const version of [`${lowest}.0`, '1.37.0']) {
      const { status, said } = checked(text, version);
      expect(said).toContain('Invalid: 0, Errors: 0, Skipped: 0');
      expect(status).toBe(0);
      const spoilt = checked(text.replace('restartPolicy:', 'restartsPolicy:'), version);
      expect(spoilt.said).toContain("additional properties 'restartsPolicy' not allowed");
      expect(spoilt.status).toBe(1);
    }
  },
);
