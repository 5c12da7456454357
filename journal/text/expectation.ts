import type { Profile } from '../../profiles/profile.ts';
import { requirement } from '../../requirements/catalogue.ts';

/** What a requirement expects: its statement and the document's words. */
export function expectation(id: string): string {
  const entry = requirement(id);
  return `${entry.statement} (“${entry.quote}”)`;
}

/** What a profile says about something, with its source. */
export function saidBy(
  { id }: Profile,
  { reason, source }: { readonly reason: string; readonly source: string },
): string {
  return `${reason} (profile ${id}: ${source})`;
}
