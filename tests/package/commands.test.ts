import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { npx, packagePath, root, served } from './installed.ts';

const installed = inject('installed');
const inPackage = (path: string): string => packagePath(installed, path);
const reportOf = (folder: string) => JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'));

test('--help, --version, list, explain, completion and init work.', () => {
  const { folder } = installed;
  expect(npx(folder, ['--help']).stdout).toContain('Usage: ledger-conformance');
  expect(npx(folder, ['--version']).stdout.trim()).toBe(packageJson.version);
  expect(npx(folder, ['list', 'operations']).stdout).toContain('/v2/users');
  expect(npx(folder, ['explain', 'LU-SUCCESS']).status).toBe(0);
  mkdirSync(join(folder, 'new'), { recursive: true });
  expect(npx(folder, ['completion', 'bash']).stdout).toContain('complete -o default');
  expect(npx(join(folder, 'new'), ['init', '--yes']).status).toBe(0);
  expect(readFileSync(join(folder, 'new/.env'), 'utf8')).toContain('# TARGET_BASE_URL=');
});

test('run checks the reference server, all of it, and what it showed can be certified and verified.', {
  timeout: 900_000,
}, () => {
  const { status, stdout, stderr } = npx(installed.folder, ['run']);
  // npm has its own words for what it does not like in a machine's settings.
  expect(stderr.replace(/^npm .*\n/gm, '')).toBe('');
  expect(stdout).toContain('self-check: no target was tested');
  expect(stdout).toMatch(/^conformant \((\d+) of \1 MUST\)$/m);
  expect(status).toBe(0);
  const { folder } = installed;
  expect(npx(folder, ['keygen', 'vendor.pem']).status).toBe(0);
  const certify = ['certify', '--reference', '--from', 'conformance-results', '--key', 'vendor.pem'];
  expect(npx(folder, certify).stdout).toContain('is certified as conformant');
  expect(npx(folder, ['verify', 'certificate', '--key', 'vendor.pem.pub']).status).toBe(0);
});

test('run writes every format from the installed files.', { timeout: 900_000 }, () => {
  const { folder } = installed;
  const formats = 'html,junit,ctrf,sarif,har,github,badge,markdown,prometheus,logfmt';
  const { status, stderr } = npx(folder, [
    'run',
    '--effort',
    'quick',
    '--only',
    'list-users',
    '--format',
    formats,
    '--output',
    'formats',
  ]);
  expect(stderr).not.toContain('could not be written');
  expect(status).toBe(0);
  const page = readFileSync(join(folder, 'formats/report.html'), 'utf8');
  expect(page).toContain('LU-SUCCESS');
  expect(page).toContain('<style');
  expect(readFileSync(join(folder, 'formats/junit.xml'), 'utf8')).toContain('<testsuite');
});

test('The example spec passes against the reference server, and fails where the server is wrong.', {
  timeout: 900_000,
}, async () => {
  const { folder } = installed;
  cpSync(join(root, 'examples/your-own'), join(folder, 'your-own'), { recursive: true });
  const { settings, stop } = await served(folder);
  onTestFinished(stop);
  const passed = npx(folder, ['specs', 'your-own', '--require-target'], settings);
  expect(passed.stdout + passed.stderr).toContain('2 passed');
  expect(passed.status).toBe(0);
  const kept = readFileSync(join(folder, 'conformance-specs/exchanges.ndjson'), 'utf8');
  expect(kept).toContain('/v2/users');
  expect(kept).not.toContain(settings.TARGET_TOKEN);
  const failed = npx(folder, ['specs', 'your-own'], { ...settings, TARGET_USER_ID: 'nobody' });
  expect(failed.stdout).toContain('1 failed');
  expect(failed.stdout).toMatch(
    /response to GET \/v2\/users \(text\/plain\) .*\n +200 application\/json\n *\{"users":\[/,
  );
  expect(failed.stdout).not.toContain('self-check');
  expect(failed.status).toBe(1);
  const filtered = npx(folder, ['specs', 'your-own', '--', '--grep', 'Without'], settings);
  expect(filtered.stdout).toContain('1 passed');
});

test('specs needs a folder with specs, and with --require-target a target.', () => {
  const { folder } = installed;
  mkdirSync(join(folder, 'no-specs'), { recursive: true });
  const none = npx(folder, ['specs', 'no-specs']);
  expect(none.stderr).toContain('contains no specs');
  expect(none.status).toBe(2);
  const missing = npx(folder, ['specs', 'no-folder']);
  expect(missing.stderr).toContain('no-folder cannot be read (ENOENT).');
  expect(missing.status).toBe(2);
  mkdirSync(join(folder, 'a-spec'), { recursive: true });
  writeFileSync(join(folder, 'a-spec/empty.spec.ts'), '');
  expect(npx(folder, ['specs', 'a-spec', '--require-target']).status).toBe(2);
});

test("init --specs makes a folder in which Playwright's own commands work.", { timeout: 900_000 }, () => {
  const cwd = join(installed.folder, 'own');
  mkdirSync(cwd);
  const playwright = (...args: string[]) => npx(cwd, args, {}, 'playwright');
  expect(npx(cwd, ['init', '--specs']).status).toBe(0);
  const again = npx(cwd, ['init', '--specs']);
  expect(again.status).toBe(2);
  expect(again.stderr).toContain('already exist; nothing was changed');
  const listed = playwright('test', '--list');
  expect(listed.stdout).toContain('users.spec.ts:3:1 › Users are not listed without a credential.');
  expect(listed.status).toBe(0);
  const own = npx(cwd, ['specs', 'specs']);
  expect(
    own.stdout
      .trim()
      .split('\n')
      .map((line) => line.startsWith('self-check: no target')),
  ).toEqual([
    true,
    ...own.stdout
      .trim()
      .split('\n')
      .slice(1, -1)
      .map(() => false),
    true,
  ]);
  const ran = playwright('test', '--reporter=html', '--grep', 'not listed');
  expect(ran.status, ran.stdout + ran.stderr).toBe(0);
  expect(ran.stderr).toContain('self-check: no target was tested');
  // Playwright's place for it: beside the nearest package.json.
  expect(existsSync(join(installed.folder, 'playwright-report/index.html'))).toBe(true);
  expect(readFileSync(join(cwd, 'conformance-specs/exchanges.ndjson'), 'utf8')).toContain('"/v2/users"');
  writeFileSync(
    join(cwd, 'specs/wrong.spec.ts'),
    "import { expect, test } from 'ledger-conformance';\ntest('wrong', async ({ send }) => {\n  expect((await send.get('/v2/users')).status()).toBe(401);\n});\n",
  );
  expect(playwright('test').status).toBe(1);
  expect(playwright('test', '--grep', 'wrong').stdout).toContain('Expected: 401');
});

test('The examples are of the types that the package exports.', () => {
  const { folder } = installed;
  cpSync(join(root, 'examples/your-own'), join(folder, 'typed'), { recursive: true });
  cpSync(join(root, 'examples/get-version'), join(folder, 'typed/get-version'), { recursive: true });
  writeFileSync(
    join(folder, 'typed/profile.ts'),
    `import type { Profile } from 'ledger-conformance/profile';
import type { Provisioner } from 'ledger-conformance/provisioner';
import type { Exchange, SendOptions } from 'ledger-conformance';
import provisioner from './provisioner.mjs';
export const profile: Profile = { id: 'a', title: 'b', deviations: [], defaults: { pageSizeParameter: 'a', pageTokenParameter: 'b' } };
export const typed: Provisioner = provisioner;
export const status = ({ answer }: Exchange): number | undefined => answer?.status;
// @ts-expect-error A header is a pair.
export const wrong: SendOptions = { headers: ['accept'] };
`,
  );
  writeFileSync(
    join(folder, 'typed/tsconfig.json'),
    JSON.stringify({
      compilerOptions: {
        strict: true,
        noEmit: true,
        module: 'nodenext',
        target: 'es2023',
        allowJs: true,
        checkJs: true,
        exactOptionalPropertyTypes: true,
        noUncheckedIndexedAccess: true,
        allowImportingTsExtensions: true,
        resolveJsonModule: true,
        types: ['node'],
        typeRoots: [join(root, 'node_modules/@types')],
      },
      include: ['**/*'],
    }),
  );
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const { stdout } = spawnSync(process.execPath, [tsc, '-p', 'typed'], { cwd: folder, encoding: 'utf8' });
  expect(stdout).toBe('');
});

test('The example profile is taken, and a run names it.', { timeout: 900_000 }, () => {
  const { folder } = installed;
  cpSync(join(root, 'examples/your-own/profile.json'), join(folder, 'profile.json'));
  const args = ['run', '--effort', 'quick', '--only', 'list-users', '--output', 'profiled'];
  expect(npx(folder, args, { TARGET_PROFILE: 'profile.json' }).status).toBe(0);
  expect(reportOf(join(folder, 'profiled')).profile).toBe('our-gateway');
});

test('The nightly example runs from the package.', { timeout: 900_000 }, () => {
  const { folder } = installed;
  const { status, stderr } = spawnSync(
    process.execPath,
    [inPackage('examples/nightly/nightly.mjs'), '--', '--effort', 'quick', '--only', 'list-users'],
    { cwd: folder, encoding: 'utf8' },
  );
  expect(stderr).toBe('');
  expect(status).toBe(0);
});
