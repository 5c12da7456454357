/** The value after a round trip through JSON. */
export function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
