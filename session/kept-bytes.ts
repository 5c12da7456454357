import type { Answer } from '../wire/exchange.ts';

/** How many bytes of the journal a character of a JSON string takes, if it is not one. */
const escapedLength = new Uint8Array(256).fill(1);
escapedLength.fill(6, 0, 0x20);
for (const character of '"\\\b\t\n\f\r') escapedLength[character.charCodeAt(0)] = 2;

/** What a response takes in the journal, in bytes, if its body is longer than `large`; otherwise zero. */
export function keptBytes({ body, decoded }: Pick<Answer, 'body' | 'decoded'>, large: number): number {
  return storedLength(body, large) + (decoded === undefined ? 0 : storedLength(decoded, large));
}

/** As text; in base64, which is for what is no text, it would take less than the most of these. */
function storedLength(bytes: Buffer, large: number): number {
  if (bytes.length <= large) return 0;
  let length = 0;
  for (let at = 0; at < bytes.length; at += 1) length += escapedLength[bytes[at] ?? 0] ?? 1;
  return length;
}
