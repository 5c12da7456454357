import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { specsFiles } from '../../../cli/commands/init.ts';
import type { ProvisioningContext } from '../../../provisioners/provisioner.ts';
import { loadProvisioner } from '../../../provisioners/provisioning.ts';
import { unknownNames } from '../../../settings/settings.ts';
import { emptyFolder } from '../../cli/command.ts';
import { textOf } from '../documents.ts';
import type { Verifier } from './verifier.ts';

export const specsConfiguration: Verifier = {
  name: 'it is the configuration that init --specs writes',
  claims: ({ kind, text }) => kind === 'ts' && text.includes('specsConfig'),
  problems: ({ text }) =>
    `${text}\n` === specsFiles['playwright.config.ts'] ? [] : ['init --specs writes another one.'],
};

export const provisioner: Verifier = {
  name: 'it is loaded as a provisioner; provision and clean return what a run takes',
  claims: ({ kind, text }) => kind === 'js' && text.includes('async provision('),
  async problems({ text }) {
    const path = join(emptyFolder(), 'provisioner.mjs');
    writeFileSync(path, text);
    const loaded = await loadProvisioner(path);
    const called: string[] = [];
    const context: ProvisioningContext = {
      call: async (method, where) => {
        called.push(method);
        return { status: 201, body: { synchronizer: where, submissions: [{}, {}, {}] }, shown: '201' };
      },
      seed: 'seed',
      nonce: 'nonce',
      subject: 'subject',
      executeBodies: 2,
    };
    const { settings, executeBodies } = await loaded.provision(context);
    const removed = await loaded.clean(context);
    return [
      ...unknownNames(settings as Readonly<Record<string, string>>),
      ...(executeBodies.length === 2 ? [] : ['It returns other bodies than it was given.']),
      ...(removed.length > 0 && called.includes('DELETE') ? [] : ['It removes nothing.']),
    ];
  },
};

/** Only syntax where there is a Python; tests/standards runs it with the libraries that it imports. */
export const python: Verifier = {
  name: 'Python can read it, and npm run standards runs it',
  claims: ({ kind }) => kind === 'python',
  problems({ page, text }) {
    const parse = 'import ast, sys; ast.parse(sys.stdin.read())';
    const { status, stderr } = spawnSync('python3', ['-c', parse], { input: text, encoding: 'utf8' });
    const isRun =
      page === 'docs/certificate.md' &&
      /documented\([^)]*'python'/.test(textOf('tests/standards/in-toto.test.ts'));
    return [
      ...(status === 0 || status === null ? [] : [stderr]),
      ...(isRun ? [] : ['No test in tests/standards runs this block.']),
    ];
  },
};
