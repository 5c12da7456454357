import { readFileSync } from 'node:fs';
import { requirement } from '../../requirements/catalogue.ts';

/** The path of the document in the project, for formats that point into a file. */
export const documentPath = 'requirements/interface.md';

let document: string | undefined;

/** The text of interface.md, read on first use. */
export function documentText(): string {
  document ??= readFileSync(new URL(`../../${documentPath}`, import.meta.url), 'utf8');
  return document;
}

/** The line of interface.md on which the quote of a requirement begins, counted from 1. */
export function clauseLine(id: string): number {
  const { section, quote } = requirement(id);
  const text = documentText();
  const heading = [...text.matchAll(/^#+ (.*)$/gm)].find(([, title]) => title === section);
  const start = heading === undefined ? -1 : text.indexOf(quote, heading.index);
  if (start < 0)
    throw new Error(`interface.md does not quote ${id} under “${section}”; correct the requirement.`);
  return text.slice(0, start).split('\n').length;
}
