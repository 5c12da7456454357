import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, inject, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import packageLock from '../../package-lock.json' with { type: 'json' };
import { violations } from '../formats/published.ts';
import { bareEnvironment, packagePath, root } from './installed.ts';
import { registryWith } from './registry.ts';

const installed = inject('installed');
const inPackage = (path: string): string => packagePath(installed, path);

test('The package is small, and holds what is built and what people read.', () => {
  expect(installed.bytes).toBeLessThan(1_450_000);
  const strange = installed.files.filter(
    (path) =>
      !/^(dist\/|docs\/([\w.-]+\.md|report\.png)$|examples\/|requirements\/\w+\.md$|(README|CHANGELOG|CONTRIBUTING)\.md$|LICENSE$|(package|npm-shrinkwrap)\.json$)/.test(
        path,
      ),
  );
  expect(strange).toEqual([]);
  const sources = installed.files.filter((path) =>
    /^dist\/.*(?<!\.d)\.tsx?$|tsbuildinfo|\/prove\//.test(path),
  );
  expect(sources).toEqual([]);
  const needed = [
    'dist/requirements/interface.md',
    'dist/reports/html/style/base.css',
    'dist/reports/html/client/main.js',
    'dist/docs/kill-matrix.json',
    'dist/.env.example',
    'dist/settings/settings.schema.json',
    'dist/settings/waivers.schema.json',
    'dist/profiles/profile.schema.json',
    'dist/settings/execute-requests.schema.json',
    'dist/wire/headers.schema.json',
    'examples/nightly/nightly.mjs',
    'docs/api.md',
    'examples/ci/Containerfile',
    'dist/sbom.cdx.json',
  ];
  expect(needed.filter((path) => !installed.files.includes(path))).toEqual([]);
});

test('The README of the package links only to what is in the package, or on the web.', () => {
  const links = [...readFileSync(inPackage('README.md'), 'utf8').matchAll(/\]\(([^)#]+)/g)].map(
    ([, to]) => to,
  );
  expect(links.length).toBeGreaterThan(20);
  expect(links.filter((to) => !/^https:/.test(to ?? '') && !installed.files.includes(to ?? ''))).toEqual([]);
});

test('A dry run of a release makes the package, with checksums and provenance, and no tag.', {
  timeout: 900_000,
}, () => {
  const folder = join(installed.folder, 'release');
  const before = execFileSync('git', ['tag', '--list'], { cwd: root, encoding: 'utf8' });
  const said = execFileSync(process.execPath, ['.ci/release.mjs', '--dry-run', '--output', folder], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  expect(execFileSync('git', ['tag', '--list'], { cwd: root, encoding: 'utf8' })).toBe(before);
  expect(said).toContain(`A release would make the tags v${packageJson.version} and v0.`);
  expect(execFileSync('sha256sum', ['--check', 'SHA256SUMS'], { cwd: folder, encoding: 'utf8' })).not.toMatch(
    /FAILED/,
  );
  const name = `${packageJson.name}-${packageJson.version}`;
  const { subject, predicate } = JSON.parse(readFileSync(join(folder, `${name}.provenance.json`), 'utf8'));
  const sums = readFileSync(join(folder, 'SHA256SUMS'), 'utf8');
  expect(sums).toContain(`${subject[0].digest.sha256}  ${name}.tgz\n`);
  expect(predicate.buildDefinition.resolvedDependencies[0].digest.gitCommit).toMatch(/^[0-9a-f]{40}$/);
  expect(violations('cyclonedx', readFileSync(join(folder, `${name}.cdx.json`), 'utf8'))).toEqual([]);
  expect(readFileSync(join(folder, 'release-notes.md'), 'utf8')).toMatch(/^### /m);
});

test('A release empties no folder but its own.', () => {
  const folder = join(installed.folder, 'taken');
  mkdirSync(folder);
  for (const output of [[folder], []]) {
    const { status, stderr } = spawnSync(
      process.execPath,
      ['.ci/release.mjs', '--dry-run', '--output', ...output],
      { cwd: root, encoding: 'utf8' },
    );
    expect(stderr).toContain('--output takes a folder that does not exist yet');
    expect(status).toBe(2);
  }
  expect(existsSync(folder)).toBe(true);
});

test('The package pins every transitive dependency, and npm installs these versions from a registry.', {
  timeout: 900_000,
}, async () => {
  const { packages } = JSON.parse(readFileSync(inPackage('npm-shrinkwrap.json'), 'utf8')) as {
    packages: Record<string, { version: string; devDependencies?: object; optional?: boolean }>;
  };
  const { '': own, ...others } = packages;
  expect(own).not.toHaveProperty('devDependencies');
  expect(new Set(Object.keys(others))).toEqual(
    new Set(
      Object.entries(packageLock.packages).flatMap(([path, about]) =>
        path === '' || 'dev' in about ? [] : [path],
      ),
    ),
  );
  const folder = join(installed.folder, 'from-a-registry');
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  const registry = await registryWith(
    join(installed.folder, `ledger-conformance-${packageJson.version}.tgz`),
  );
  try {
    const options = ['--registry', registry.url, '--no-audit', '--no-fund', '--ignore-scripts'];
    await promisify(execFile)('npm', ['install', ...options, packageJson.name], {
      cwd: folder,
      env: bareEnvironment,
      shell: process.platform === 'win32',
    });
  } finally {
    registry.close();
  }
  const wrong = Object.entries(others).filter(([path, { version, optional }]) => {
    // Pinned dependencies are below the package, not beside it.
    const place = join(folder, 'node_modules', packageJson.name, path, 'package.json');
    if (!existsSync(place)) return optional !== true;
    return (JSON.parse(readFileSync(place, 'utf8')) as { version: string }).version !== version;
  });
  expect(wrong).toEqual([]);
  expect(existsSync(join(root, 'npm-shrinkwrap.json'))).toBe(false);
});

test('The package holds a bill of materials of CycloneDX with every package that it brings, the same each time.', () => {
  const text = readFileSync(inPackage('dist/sbom.cdx.json'), 'utf8');
  expect(violations('cyclonedx', text)).toEqual([]);
  expect(violations('cyclonedx', text.replace('"type": "library"', '"type": "book"'))).not.toEqual([]);
  const listed = (JSON.parse(text) as { components: { name: string; version: string }[] }).components;
  const pinned = Object.entries(packageLock.packages).filter(
    ([path, about]) => path !== '' && !('dev' in about) && !('devOptional' in about),
  );
  expect(new Set(listed.map(({ name, version }) => `${name}@${version}`))).toEqual(
    new Set(pinned.map(([path, { version }]) => `${path.replace(/^.*node_modules\//, '')}@${version}`)),
  );
  execFileSync(process.execPath, ['.ci/sbom.mjs'], { cwd: root });
  expect(readFileSync(join(root, 'dist/sbom.cdx.json'), 'utf8')).toBe(text);
  expect(text).not.toMatch(/serialNumber|timestamp/);
});

test('Installing runs no script of the package, and brings one copy of Playwright.', () => {
  expect(Object.keys(packageJson.scripts).filter((name) => /install|prepare|prepublish/.test(name))).toEqual(
    [],
  );
  expect(existsSync(inPackage('node_modules/@playwright'))).toBe(false);
  expect(existsSync(join(installed.folder, 'node_modules/@playwright/test'))).toBe(true);
});

test('Installing warns of no engine: light-my-request is pinned, as its newest brings a cookie for Node 22.', () => {
  expect(installed.said).not.toContain('EBADENGINE');
});
