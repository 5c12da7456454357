import fc, { type Arbitrary } from 'fast-check';

/** Objects that contain each of the fields with a probability of one half, independently. */
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
 * The body without each subset of the named optional fields, beginning with the whole body: ruling 11 allows omitting each,
 * alone and together. Names that are not in the body are ignored.
 */
export function optionalFieldSubsets<T extends object>(
  body: T,
  optional: readonly (keyof T & string)[],
): { omitted: string[]; body: T }[] {
  const present = optional.filter((field) => field in body);
  return Array.from({ length: 2 ** present.length }, (_, bits) => {
    const omitted = new Set<string>(present.filter((_field, index) => (bits >> index) & 1));
    const kept = Object.entries(body).filter(([field]) => !omitted.has(field));
    return {
      omitted: [...omitted],
      body: Object.fromEntries(kept) as T,
    };
  });
}
