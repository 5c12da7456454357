import { expect, test } from 'vitest';
import { documents, textOf } from './documents.ts';

interface Excerpt {
  readonly path: string;
  readonly lines: readonly string[];
}

/** Fenced blocks behind a line such as "From `path`:". */
function excerptsOf(text: string): Excerpt[] {
  return [...text.matchAll(/^ *From `([^`]+)`:\n\n( *)```\w*\n([\s\S]*?)^\2```$/gm)].map(
    ([, path = '', , code = '']) => ({
      path,
      lines: code
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== ''),
    }),
  );
}

const excerpts = documents.flatMap((document) =>
  excerptsOf(textOf(document)).map((excerpt) => ({ document, ...excerpt })),
);

test('The contributing guide has an excerpt for each kind of addition.', () => {
  expect(excerpts.filter(({ document }) => document === 'CONTRIBUTING.md').length).toBeGreaterThan(5);
});

test.each(excerpts)('What $document quotes of $path stands there, line behind line.', ({ path, lines }) => {
  const source = textOf(path)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const start = source.findIndex((_, at) => lines.every((line, index) => source[at + index] === line));
  expect(start, `${path} does not hold these lines; correct the excerpt`).toBeGreaterThanOrEqual(0);
});
