import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { documents, root, textOf, withoutCode } from './documents.ts';

/** Words of our own, and what to write instead. */
const gone: readonly (readonly [word: RegExp, instead: string])[] = [
  [/\bcircumstances?\b/i, 'condition'],
  [/\bdress(?:es|ed)?\b/i, 'headers of a client, disguised'],
  [/\berrands?\b/i, 'request'],
  [/\b(?:un)?hurried\b/i, 'at the pace of ordinary clients'],
  [/\bhazards?\b/i, 'unsafe input'],
  [/\bextents?\b/i, 'selection, amount'],
  [/\bin words\b/i, 'as text'],
  [/\bleaves? room\b/i, 'leaves open'],
  [/\bconduct(?:s|ed|ing|ors?)?\b/i, 'run, send, check'],
  [/\btwins?\b/i, 'valid control'],
  [/\bfor ever\b/i, 'forever'],
  [/\ball the same\b/i, 'anyway'],
  [/\b(?:may )?lacks? a right\b/i, 'permission'],
  [/\bone cause each\b/i, 'common cause'],
  [/\bgood for\b/i, 'valid for, enough for'],
  [/\bfor want of\b/i, 'without'],
  [/\bturned away\b/i, 'rejected'],
];

/** Pages that quote the words of others, or are made from identifiers. */
const exempt = ['CHANGELOG.md'];

/** Folders whose texts users read. */
const folders = [
  'cli',
  'reports',
  'settings',
  'certificate',
  'preflight',
  'engine',
  'judges',
  'specs',
  'wire',
  'provisioners',
  'examples',
  'journal/text',
  'requirements',
  'profiles',
];

const pages = [
  ...documents,
  'requirements/rulings.md',
  'requirements/interface.md',
  '.env.example',
  'action.yml',
];

function sources(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return sources(path);
    return /\.(?:tsx?|js|json)$/.test(entry.name) ? [path] : [];
  });
}

/** The string literals of a source that have a blank in them: those are read by people. */
function textsOf(source: string): string[] {
  const code = source.replace(/^\s*(?:\/\/|\/?\*).*$/gm, '').replace(/^import .*$/gm, '');
  return [...code.matchAll(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g)]
    .map(([text]) => text.replace(/\$\{[^}]*\}/g, '…'))
    .filter((text) => text.includes(' '));
}

function wordsIn(text: string): string[] {
  return gone.flatMap(([word, instead]) => {
    const [found] = word.exec(text) ?? [];
    return found === undefined ? [] : [`"${found}": write ${instead} (${text.slice(0, 80)})`];
  });
}

test.each(pages.filter((page) => !exempt.includes(page)))('%s has only standard terms.', (page) => {
  const lines = withoutCode(textOf(page))
    .replace(/`[^`\n]*`|\]\([^)\n]*\)/g, '…')
    .split('\n');
  expect(lines.flatMap(wordsIn)).toEqual([]);
});

test.each(folders)('What users read of %s has only standard terms.', (folder) => {
  const found = sources(folder).flatMap((path) =>
    textsOf(textOf(path)).flatMap((text) => wordsIn(text).map((word) => `${path}: ${word}`)),
  );
  expect(found).toEqual([]);
});

/** Words of our own that no name and no comment has any more; `verdictInWords` is a member of CTRF and SARIF files. */
const goneNames = /(?<!ad)dress|errand|hazard|hurried|extent|claimant|(?<!verdict)InWords|in-words/i;

test('No name and no comment of the code has a word that went.', () => {
  const code = [...folders, 'generators', 'journal', 'operations', 'reference'];
  const found = code.flatMap(sources).flatMap((path) => goneNames.exec(`${path} ${textOf(path)}`)?.[0] ?? []);
  expect(found).toEqual([]);
  expect(goneNames.test('drawDress') && !goneNames.test('addressOf')).toBe(true);
});

test('A word that went is found in prose and in texts; code, names and comments may have it.', () => {
  expect(wordsIn('in the dress of a client')).toHaveLength(1);
  expect(textsOf("const dress = 'a dress'; // the dress of it").flatMap(wordsIn)).toHaveLength(1);
  expect(textsOf("import { dressOf } from './dress.ts';\n// 'a dress'\nconst dress = 'dress';")).toEqual([]);
});
