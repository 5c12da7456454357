import type { Profile } from '../../profiles/profile.ts';
import { requirement } from '../../requirements/catalogue.ts';

/** What a requirement expects, in the document's own words and in its reading. */
export function expectation(id: string): string {
  const entry = requirement(id);
  return `${entry.statement} (“${entry.quote}”)`;
}

/** What a profile says to something, with the source that it rests on. */
export function saidBy(
  { id }: Profile,
  { reason, source }: { readonly reason: string; readonly source: string },
): string {
  return `${reason} (profile ${id}: ${source})`;
}
