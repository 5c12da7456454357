import fc, { type Arbitrary } from 'fast-check';

/** Objects that hold each of the fields half of the time, independently of the others. */
export function someOf<T extends object>(fields: { [K in keyof T]: Arbitrary<T[K]> }): Arbitrary<Partial<T>> {
  const count = Object.keys(fields).length;
  const kept = fc.array(fc.boolean(), { minLength: count, maxLength: count });
  return fc
    .tuple(fc.record(fields), kept)
    .map(
      ([values, keep]) =>
        Object.fromEntries(Object.entries(values).filter((_, index) => keep[index])) as Partial<T>,
    );
}

/**
 * The body with every subset of the named optional fields left out, the whole body first: ruling 11 lets each be
 * omitted, alone and together. Names that the body does not hold are passed over.
 */
export function optionalFieldSubsets<T extends object>(
  body: T,
  optional: readonly (keyof T & string)[],
): { name: string; body: T }[] {
  const present = optional.filter((field) => field in body);
  return Array.from({ length: 2 ** present.length }, (_, bits) => {
    const omitted = new Set<string>(present.filter((_field, index) => (bits >> index) & 1));
    const kept = Object.entries(body).filter(([field]) => !omitted.has(field));
    return {
      name: omitted.size === 0 ? 'nothing omitted' : `${[...omitted].join(', ')} omitted`,
      body: Object.fromEntries(kept) as T,
    };
  });
}
