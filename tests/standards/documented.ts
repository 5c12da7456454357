import { textOf } from '../docs/documents.ts';

/** The first block of code of a language under a heading of docs/certificate.md. */
export function documented(heading: string, language: string): string {
  const section = textOf('docs/certificate.md').split(`\n### ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  const block = new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(section)?.[1];
  if (block === undefined) throw new Error(`There is no block of ${language} under ${heading}.`);
  return block;
}
