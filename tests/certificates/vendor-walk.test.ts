import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { command, emptyFolder } from '../cli/command.ts';
import { sharedCertificate } from './certificate.ts';

/** The commands of docs/certificate.md, in its order. */
test('A vendor certifies, a certifier signs too, a reader verifies both and judges the evidence again.', {
  timeout: 900_000,
}, async () => {
  const cwd = emptyFolder();
  const say = async (...args: string[]): Promise<string> => {
    const { status, stdout, stderr } = await command(args, { cwd });
    return `${status} ${stdout}${stderr}`.replace(/\s+/g, ' ');
  };
  expect(await say('keygen', 'vendor.pem')).toMatch(/^0 .*key id: [\w-]{43} $/);
  expect(await say('keygen', 'certifier.pem', '--type', 'p-256')).toMatch(/^0 /);
  const from = ['--from', join((await sharedCertificate()).folder, 'conformance-results')];
  const own = ['--key', 'vendor.pem', '--bundle', 'own.zip'];
  expect(await say('certify', '--reference', ...from, ...own)).toMatch(/^0 /);
  expect(await say('verify', 'own.zip', '--key', 'vendor.pem.pub')).toMatch(/^0 valid: /);
  expect(await say('verify', 'own.zip', '--key', 'certifier.pem.pub')).toMatch(/^3 rejected \(signature\)/);

  const both = ['--key', 'vendor.pem.pub', '--key', 'certifier.pem.pub', '--threshold', '2'];
  expect(await say('verify', 'own.zip', ...both)).toMatch(/^3 .*1 of the trusted keys signed both/);
  const counterSign = [
    'certify',
    '--counter-sign',
    'own.zip',
    '--signer',
    'vendor.pem.pub',
    '--key',
    'certifier.pem',
    '--bundle',
    'certified',
  ];
  expect(await say(...counterSign)).toMatch(/^0 /);
  expect(await say('verify', 'certified', ...both)).toMatch(/^0 valid: .*signed by: \S+, \S+ /);

  cpSync(join(cwd, 'certified', 'evidence'), join(cwd, 'again'), { recursive: true });
  expect(await say('judge', 'again')).toMatch(/^0 .*; 0 differ from the run\./);
  expect(await say('report', 'again')).toMatch(/^0 /);
  expect(await say('replay', 'again', 'LU-SUCCESS')).toMatch(/^2 .*It has no findings\./);
});
