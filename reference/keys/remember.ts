/**
 * The same function with a cache of its last results by key. For pure functions only: parsing a key or hashing costs more
 * than the rest of a request.
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
