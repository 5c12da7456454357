/** A query parameter, decoded as form data; invalid UTF-8 becomes U+FFFD. */
export type QueryPair = readonly [name: string, value: string];

/** The query parameters of a target, in order. */
export function queryOf(target: string): QueryPair[] {
  const start = target.indexOf('?');
  return start === -1 ? [] : [...new URLSearchParams(target.slice(start + 1))];
}
