import fc, { type Arbitrary } from 'fast-check';

/** The same JSON object with the members of every object in reverse order. */
export function reversedMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversedMembers);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, each]) => [name, reversedMembers(each)]),
  );
}

/** The same JSON text with every character of the strings of its values as an escape. */
export function escapedValues(value: object): string {
  const escaped = (text: string): string =>
    Array.from(
      { length: text.length },
      (_, at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`,
    ).join('');
  const written = (each: unknown): string => {
    if (typeof each === 'string') return `"${escaped(each)}"`;
    if (Array.isArray(each)) return `[${each.map(written).join(',')}]`;
    if (typeof each !== 'object' || each === null) return JSON.stringify(each);
    const members = Object.entries(each).map(([name, inner]) => `${JSON.stringify(name)}:${written(inner)}`);
    return `{${members.join(',')}}`;
  };
  return written(value);
}

/** Ways to write a JSON object that do not change its value (RFC 8259): each returns the text of another one. */
export const writtenOtherwise: readonly ((value: object) => string)[] = [
  (value) => JSON.stringify(reversedMembers(value)),
  escapedValues,
  (value) => JSON.stringify(value, null, 2),
  (value) => JSON.stringify(value).replaceAll('/', '\\/'),
];

/** The text with small letters in place of capitals and the other way round; only letters of ASCII. */
export function inOtherCase(text: string): string {
  return text.replace(/[A-Za-z]/g, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
}

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
