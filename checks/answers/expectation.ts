import { requirement } from '../../requirements/catalogue.ts';

/** What a requirement expects, in the document's own words and in its reading. */
export function expectation(id: string): string {
  const entry = requirement(id);
  return `${entry.statement} (“${entry.quote}”)`;
}
