import { textOf } from '../docs/documents.ts';

/** A block of code of a language under a heading of docs/certificate.md: the first, or the one of this index. */
export function documented(heading: string, language: string, index = 0): string {
  const section =
    textOf('docs/certificate.md')
      .split(`\n### ${heading}\n`)[1]
      ?.split(/\n##+ /)[0] ?? '';
  const blocks = section.matchAll(new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\`$`, 'gm'));
  const block = [...blocks][index]?.[1];
  if (block === undefined) throw new Error(`There is no block of ${language} under ${heading}.`);
  return block;
}
