import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root, textOf } from '../documents.ts';
import type { Verifier } from './verifier.ts';

const from = /^ *From `([^`]+)`:$/;

/** A block behind a line such as "From `path`:" stands in that file, line behind line. */
export const excerpt: Verifier = {
  name: 'the lines stand in the file that is named in front',
  claims: ({ before }) => from.test(before),
  problems({ before, text }) {
    const path = from.exec(before)?.[1] ?? '';
    if (!existsSync(join(root, path))) return [`There is no ${path}.`];
    const wanted = linesOf(text);
    const source = linesOf(textOf(path));
    const isThere = source.some((_, at) => wanted.every((line, index) => source[at + index] === line));
    return isThere && wanted.length > 0 ? [] : [`${path} does not hold these lines; correct the excerpt.`];
  },
};

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
