import { expect, test } from 'vitest';
import { superlinear } from './growth.ts';
import { schemaPatterns } from './schema-patterns.ts';
import { patternsIn } from './source-patterns.ts';

/** Every folder whose code meets words of a target, or of a recording. The reference server is a target itself. */
const folders = [
  'certificate',
  'cli',
  'engine',
  'generators',
  'journal',
  'json',
  'judges',
  'operations',
  'preflight',
  'profiles',
  'provisioners',
  'reports',
  'requirements',
  'schemas',
  'settings',
  'specs',
  'wire',
];

/** Patterns that may take longer: they are applied to short texts that no target can influence. */
const ofOurOwnWords: ReadonlyMap<string, string> = new Map([
  ['^0*\\.?0*[13]0*$', 'a limit of a histogram, a number of ours'],
  ['\\B(?=(\\d{3})+$)', 'a count'],
  ['\\s*\\n\\s*', 'a ruling'],
]);

/** Expressions made at run time. */
const made: Readonly<Record<string, string>> = {
  'certificate/archive.ts': 'the pattern of the schema of the manifest, tested below',
  'generators/leniencies/template.ts': 'names of ours as alternatives, without repetition',
  'generators/violations.ts': 'patterns of schemas/, tested below',
  'judges/recorded/classify-body.ts': 'patterns of schemas/, tested below',
  'profiles/profile.ts': 'patterns of a profile, for kinds of credentials of ours',
  'requirements/rulings.ts': 'searches our rulings',
  'settings/load-profile.ts': 'patterns of an own profile, tried for a second at most',
};

const found = folders.map((folder) => patternsIn(folder));
const literals = found.flatMap((each) => each.literals);

test('Every regular expression in the sources takes time in proportion to the text, whatever a target writes.', () => {
  expect(literals.length).toBeGreaterThan(200);
  const known = new Map<string, ReturnType<typeof superlinear>>();
  const slow = literals.flatMap(({ file, line, source, flags }) => {
    if (ofOurOwnWords.has(source)) return [];
    const key = `/${source}/${flags}`;
    if (!known.has(key)) known.set(key, superlinear(source, flags));
    const attack = known.get(key);
    return attack === undefined ? [] : [`${file}:${line} ${key} ${JSON.stringify(attack)}`];
  });
  expect(slow).toEqual([]);
}, 900_000);

test('Every listed exception is needed.', () => {
  for (const source of ofOurOwnWords.keys()) {
    const uses = literals.filter((each) => each.source === source);
    expect(uses.length, source).toBe(1);
    expect(superlinear(source, uses[0]?.flags ?? ''), source).toBeDefined();
  }
});

test('Expressions that are made at run time are known.', () => {
  expect(found.flatMap((each) => each.made.map(({ file }) => file))).toEqual(Object.keys(made));
});

test('Patterns in schemas take time in proportion to the text.', () => {
  const patterns = schemaPatterns();
  expect(patterns.length).toBeGreaterThan(0);
  for (const { file, pattern } of patterns)
    expect(superlinear(pattern, 'u'), `${file}: ${pattern}`).toBeUndefined();
});
