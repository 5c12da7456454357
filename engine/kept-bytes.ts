import { readObject } from '../json/read-json.ts';
import { type Answer, bodyOf, type Exchange } from '../wire/exchange.ts';

/** How many bytes of the journal a character of a JSON string takes, if it is not one. */
const escapedLength = new Uint8Array(256).fill(1);
escapedLength.fill(6, 0, 0x20);
for (const character of '"\\\b\t\n\f\r') escapedLength[character.charCodeAt(0)] = 2;

/** What is large, in bytes. A page of users may be long if it has many of them; other responses have a few members. */
export interface Large {
  readonly page: { readonly empty: number; readonly perUser: number; readonly atMost: number };
  readonly other: number;
}

/** What a response takes in the journal, in bytes, if its body is longer than `large`; otherwise zero. */
export function keptBytes({ body, decoded }: Pick<Answer, 'body' | 'decoded'>, large: number): number {
  return storedLength(body, large) + (decoded === undefined ? 0 : storedLength(decoded, large));
}

/** The same for a response of the listing. A request that repeats a long page token of the target counts as well. */
export function keptOfListing({ request, answer }: Exchange, large: Large): number {
  if (answer === undefined) return 0;
  const limit = limitFor(bodyOf(answer), large);
  const token = request.target.length > limit ? request.target.length : 0;
  return token + keptBytes(answer, limit);
}

function limitFor(body: Buffer, { page, other }: Large): number {
  const { empty, perUser, atMost } = page;
  // Long ones count in any case, and are not worth parsing; short ones never do.
  if (body.length <= empty || body.length > atMost) return empty;
  const users = readObject(body)?.users;
  return Array.isArray(users) ? Math.min(atMost, empty + perUser * users.length) : other;
}

/** As text; in base64, which is for what is no text, it would take less than the most of these. */
function storedLength(bytes: Buffer, large: number): number {
  if (bytes.length <= large) return 0;
  let length = 0;
  for (let at = 0; at < bytes.length; at += 1) length += escapedLength[bytes[at] ?? 0] ?? 1;
  return length;
}
