import type { Wrong } from '../../journal/record.ts';
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
