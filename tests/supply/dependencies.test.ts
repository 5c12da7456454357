import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import packageLock from '../../package-lock.json' with { type: 'json' };
import { root, tableUnder, textOf } from '../docs/documents.ts';

interface Locked {
  readonly version?: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly hasInstallScript?: boolean;
}

const locked = Object.entries(packageLock.packages as Readonly<Record<string, Locked>>).filter(
  ([path]) => path !== '',
);
/** What an installation of the package brings. */
const installed = locked.filter(([, { dev }]) => dev !== true);
const page = textOf('docs/dependencies.md');

test.each([
  ['What users install', packageJson.dependencies],
  ['What only developers install', packageJson.devDependencies],
])(
  'docs/dependencies.md, "%s": each package, no other, with its licence, a reason and what there would be without it.',
  (heading, named) => {
    const rows = tableUnder(page, heading);
    expect(rows.map(([name = '']) => name.replaceAll('`', ''))).toEqual(Object.keys(named).sort());
    for (const [name = '', licence, reason = '', byHand = ''] of rows) {
      const [, about] = locked.find(([path]) => path === `node_modules/${name.replaceAll('`', '')}`) ?? [];
      expect(about?.license?.replace(/[()]/g, '')).toBe(licence);
      expect([reason, byHand].filter((cell) => cell.length < 5)).toEqual([]);
    }
  },
);

test('Versions of dependencies are pinned.', () => {
  const named = Object.values({ ...packageJson.dependencies, ...packageJson.devDependencies });
  expect(named.filter((version) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
});

const allowed = ['MIT', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', 'CC0-1.0'];

/** Packages without a licence in their package.json, and a sentence of their file that says which it is. */
const saidInFile: Readonly<Record<string, RegExp>> = {
  'color-convert@0.5.3': /Permission is hereby granted, free of charge, to any person obtaining\s+a copy/,
};

test('Every package that users install is under an allowed licence, all parts of it.', () => {
  expect(installed.length).toBeGreaterThan(50);
  const wrong = installed.filter(([path, { license, version }]) => {
    const id = `${path.replace(/^.*node_modules\//, '')}@${version}`;
    const said = saidInFile[id];
    if (said !== undefined) return !said.test(readFileSync(`${root}/${path}/LICENSE`, 'utf8'));
    const parts = (license ?? 'none').replace(/[()]/g, '').split(/ (?:AND|OR) /);
    return !parts.every((part) => allowed.includes(part));
  });
  expect(wrong).toEqual([]);
  for (const licence of allowed) expect(page).toContain(licence);
  for (const id of Object.keys(saidInFile)) expect(page).toContain(id.replace(/^(.*)@/, '`$1` '));
});

test('No package that is installed, for users or developers, runs a script at its installation.', () => {
  expect(locked.filter(([, { hasInstallScript }]) => hasInstallScript === true)).toEqual([]);
});

test('Every package of the lock comes from the public registry, with its digest where the lock gives an address.', () => {
  const strange = locked.filter(
    ([, { resolved, integrity }]) =>
      (resolved !== undefined && !resolved.startsWith('https://registry.npmjs.org/')) ||
      integrity?.startsWith('sha512-') !== true,
  );
  expect(strange).toEqual([]);
});
