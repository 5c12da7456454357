import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { loadProfile, profileNames } from '../../settings/load-profile.ts';

test.each(profileNames)('The shipped profile %s is one that could be given by its path.', (name) => {
  const path = fileURLToPath(new URL(`../../profiles/${name}.json`, import.meta.url));
  expect(loadProfile(path)).toEqual(loadProfile(name));
});

test('A profile extends one of the suite: its own entries come first.', () => {
  const entry = { requirement: 'EX-BODY', answers: ['error-object'], reason: 'r', source: 's' };
  const own = loadProfile(
    profileIn({ extends: 'canton-3.5', id: 'ours', title: 'Ours', deviations: [entry] }),
  );
  const base = loadProfile('canton-3.5');
  expect(own).toMatchObject({
    id: 'ours',
    defaults: base.defaults,
    pinned: base.pinned,
    defects: base.defects,
  });
  expect(own.deviations).toEqual([entry, ...base.deviations]);
  expect(own).not.toHaveProperty('extends');
});

test('A profile that extends nothing known says what it can extend.', () => {
  const path = profileIn({ extends: 'canton-9', id: 'ours', title: 'Ours', deviations: [] });
  expect(() => loadProfile(path)).toThrow(
    'extends canton-9, which is not a profile of the suite. It can extend document, canton-3.5, canton-3.6.',
  );
});

test.each([
  ['a*a*a*a*b', true],
  ['.*.*=.*', true],
  ['^.*=.*$', true],
  ['^[^=]*=.*$', false],
  ['a*b', true],
  ['^a*b', false],
  ['foo.*', false],
  ['foo.*bar', true],
  ['foo[a-z]*bar', true],
  [';[a-z]*b', false],
  ['"[^"]*"', false],
  ['::.*::', false],
  ['^(a*|b*)c', false],
  ['^(x.*y.*|z)$', true],
  ['^(?!.*::)[a-z]*$', false],
  ['^([a-c][d-f][g-i])*([a-c][d-f][g-i])*x', true],
  ['<b>.*</b>', true],
  ['^(ab)*(cd)*c', false],
  ['^(a*)\\1$', true],
  ['^\\d{1,3}\\d*$', false],
  ['\\s+$', true],
])('A pattern of an own profile must not try a text several times: %s', (pattern, isRefused) => {
  const deviation = { requirement: 'EX-BODY', answers: ['error-object'], reason: 'r', source: 's' };
  const wrong = { pointer: pattern };
  const load = () =>
    loadProfile(profileIn({ id: 'ours', title: 'Ours', deviations: [{ ...deviation, wrong }] }));
  if (isRefused) expect(load).toThrow('it tries some texts again and again. Begin it with ^');
  else expect(load).not.toThrow();
});

function profileIn(profile: object): string {
  const folder = mkdtempSync(join(tmpdir(), 'ledger-conformance-profile-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'profile.json'), JSON.stringify(profile));
  return join(folder, 'profile.json');
}

test.each([
  ['(a+)+$', true],
  ['^(?:a|a)*$', true],
  ['^((a)*b){2,}$', true],
  ['^(?=([a-z]+)*x)', true],
  ['^(a?){30}a{30}$', true],
  ['^(a{1,9}){1,9}$', true],
  ['^(.*,){3}$', true],
  ['^((a|b)?c){99}$', true],
  ['^(-?[0-9]){2}$', false],
  ['^([A-Za-z0-9+/]{4})*$', false],
  ['^(one|other)?[a-z]+\\(x\\)+$', false],
  ['^[(a+)]+$', false],
])('A pattern of an own profile must not repeat what repeats: %s', (pattern, isRefused) => {
  const withPattern = (entry: object) =>
    profileIn({ id: 'ours', title: 'Ours', deviations: [{ ...deviation, ...entry }] });
  const deviation = { requirement: 'EX-BODY', answers: ['error-object'], reason: 'r', source: 's' };
  const load = () => loadProfile(withPattern({ wrong: { pointer: pattern } }));
  if (isRefused) expect(load).toThrow('which may take without end');
  else expect(load).not.toThrow();
});
