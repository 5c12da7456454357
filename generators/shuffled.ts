import fc, { type Arbitrary } from 'fast-check';

/** The object with its members in the given order, or any other: order has no meaning in JSON (RFC 8259 §4). */
export function shuffled<T extends object>(value: T): Arbitrary<T> {
  const members = Object.entries(value);
  return fc
    .oneof(
      fc.constant(members),
      fc.shuffledSubarray(members, { minLength: members.length, maxLength: members.length }),
    )
    .map((order) => Object.fromEntries(order) as T);
}
