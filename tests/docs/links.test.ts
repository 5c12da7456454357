import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { anchorsOf, documents, root, textOf, withoutCode } from './documents.ts';

interface Link {
  readonly target: string;
  readonly anchor: string;
}

function linksOf(text: string): Link[] {
  return [...withoutCode(text).matchAll(/\]\(([^)#\s]*)(?:#([^)\s]+))?\)/g)]
    .map(([, target = '', anchor = '']) => ({ target, anchor }))
    .filter(({ target }) => !/^[a-z]+:/.test(target));
}

test.each(documents)('Every relative link of %s leads to a file, and its anchor to a heading.', (path) => {
  const broken = linksOf(textOf(path)).filter(({ target, anchor }) => {
    const file = target === '' ? path : join(dirname(path), target);
    if (!existsSync(join(root, file))) return true;
    return anchor !== '' && !anchorsOf(textOf(file)).includes(anchor);
  });
  expect(broken).toEqual([]);
});

/** What a run or a build makes, and folders named as parts of the folder that the sentence is about. */
const elsewhere =
  /^(?:conformance-results|dist|evidence|timestamps|log-entries|node_modules|reference-server|answers|conduct|recorded)\//;

test.each(documents)('Every path of the project that %s names is there.', (path) => {
  const named = withoutCode(textOf(path)).matchAll(/`([a-z.]+(?:\/[\w.-]+)+\.[a-z]+|[a-z]+\/)`/g);
  const paths = [...named].map(([, name = '']) => name).filter((name) => !elsewhere.test(name));
  expect(paths.filter((name) => !existsSync(join(root, name)))).toEqual([]);
});

test('The README and the contributing guide lead to something.', () => {
  expect(linksOf(textOf('README.md')).length).toBeGreaterThan(5);
  expect(linksOf(textOf('CONTRIBUTING.md')).length).toBeGreaterThan(5);
});
