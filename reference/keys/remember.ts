/**
 * The same function with its last results kept by key; the oldest are dropped. For pure functions only: parsing a key
 * or hashing costs more than everything else that a request needs.
 */
export function remember<A extends readonly string[], R>(
  make: (...input: A) => R,
  capacity = 1000,
): (...input: A) => R {
  const kept = new Map<string, R>();
  return (...input) => {
    const key = JSON.stringify(input);
    const known = kept.get(key);
    if (known !== undefined) return known;
    const made = make(...input);
    if (kept.size >= capacity) {
      for (const oldest of kept.keys()) {
        kept.delete(oldest);
        break;
      }
    }
    kept.set(key, made);
    return made;
  };
}
