import type { RequestStem } from '../../generators/violations.ts';
import { matchesPointer } from '../../json/json-pointer.ts';
import { requirements } from '../../requirements/catalogue.ts';

/** Requirements that speak of some violations of their field only; the others of a field take the rest. */
const ownKeywords: Readonly<Record<string, readonly string[]>> = {
  'EX-REQ-SUBMISSIONID-LEDGERSTRING': ['pattern', 'maxLength'],
  'EX-REQ-HASHINGSCHEME-ENUM': ['enum'],
  'EX-SINGLE-PARTY': ['party-count'],
  'GT-REQ-THRESHOLD-MIN': ['minimum'],
  'GT-REQ-KEYDATA-NONEMPTY': ['minLength'],
  // What these forbid, a schema cannot say.
  'EX-SIGNATURE-VERIFIED': [],
  'GT-SYNC-UNKNOWN': [],
  'GT-SYNC-ALIAS': [],
  'GT-KEY-UNDECODABLE': [],
};

/**
 * The requirement that wants a violation of a request refused: the one whose subject is its place, or what holds the
 * place, as an array is to blame for its elements.
 */
export function refusingRequirement(stem: RequestStem, pointer: string, keyword: string): string {
  const candidates = requirements.filter(
    ({ subject, answers }) =>
      subject?.schema === stem &&
      subject.pointer !== '' &&
      answers?.includes('success') === false &&
      matchesPointer(subject.pointer, pointer),
  );
  const found =
    candidates.find(({ id }) => ownKeywords[id]?.includes(keyword)) ??
    candidates.find(({ id }) => ownKeywords[id] === undefined);
  if (found !== undefined) return found.id;
  if (pointer === '')
    throw new Error(`No requirement wants ${keyword} in ${stem} refused; give one its subject.`);
  return refusingRequirement(stem, pointer.slice(0, pointer.lastIndexOf('/')), keyword);
}
