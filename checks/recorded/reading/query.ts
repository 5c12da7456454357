/** A query parameter as a form would write it, decoded; bytes that are no UTF-8 become U+FFFD. */
export type QueryPair = readonly [name: string, value: string];

/** The query parameters of a target, in order. */
export function queryOf(target: string): QueryPair[] {
  const start = target.indexOf('?');
  return start === -1 ? [] : [...new URLSearchParams(target.slice(start + 1))];
}
