/** A body by its bytes: unique by kind and detail among those of one object. Requirements claim it by its keyword. */
export type RawBody = { kind: string; detail?: string; keyword: BodyKeyword; bytes: Buffer };

/** Words for what can be said of a whole body; `same-value`: the same JSON value, written otherwise. */
export const bodyKeywords = [
  'empty-body',
  'json',
  'unknown-member',
  'duplicate-member',
  'lone-surrogate',
  'byte-order-mark',
  'utf-16',
  'invalid-utf8',
  'same-value',
] as const;

export type BodyKeyword = (typeof bodyKeywords)[number];

/** Bodies of one keyword, by their kinds. */
export function bodiesOf(keyword: BodyKeyword, bodies: Readonly<Record<string, string | Buffer>>): RawBody[] {
  return Object.entries(bodies).map(([kind, content]) => ({ kind, keyword, bytes: Buffer.from(content) }));
}
