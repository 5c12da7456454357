import type { CaseRecord, Wrong } from '../../journal/record.ts';
import { valueAt } from '../../json/json-pointer.ts';
import { readJson, shown } from '../../json/read-json.ts';
import type { InvalidInput } from '../../profiles/profile.ts';

/** What is wrong with a request, for profile entries that depend on it. */
export function invalidInputOf(wrong: Wrong, body: Buffer): InvalidInput {
  const { pointer, keyword } = wrong === 'valid' ? { pointer: '', keyword: 'valid' } : wrong;
  return {
    pointer,
    keyword,
    valueText: () => {
      const read = readJson(body);
      const value = 'value' in read ? valueAt(read.value, pointer) : undefined;
      return value === undefined ? '' : shown(value, Number.POSITIVE_INFINITY);
    },
  };
}

/** Faults that make a request ambiguous; the meaning of its answer is then not judged. */
export const ambiguousFaults: readonly string[] = [
  'duplicate-member',
  'invalid-utf8',
  'lone-surrogate',
  'utf-16',
];

/** Whether the request of a case can be read in one way only. */
export function isUnambiguous({ wrong }: Pick<CaseRecord, 'wrong'>): boolean {
  return wrong === 'valid' || !ambiguousFaults.includes(wrong.keyword);
}
