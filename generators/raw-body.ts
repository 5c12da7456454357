/** A body by its bytes; kind and detail are unique among those of one object. Requirements claim its keyword. */
export type RawBody = { kind: string; detail?: string; keyword: BodyKeyword; bytes: Buffer };

/** Keywords for whole bodies; `same-value`: the same JSON value in another notation. */
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
