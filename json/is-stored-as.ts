import { isDeepStrictEqual } from 'node:util';

/** Whether a computed value is the stored one once JSON has stored it, which drops members that are undefined. */
export function isStoredAs(computed: unknown, stored: unknown): boolean {
  const text: string | undefined = JSON.stringify(computed);
  return isDeepStrictEqual(text === undefined ? undefined : JSON.parse(text), stored);
}
