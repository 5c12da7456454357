import { isObject, jsonValue } from '../json/read-json.ts';
import type { Exchange, HeaderPair } from './exchange.ts';

/** How much earlier than it is known a target may see a token expire, in milliseconds (ruling 27). */
export const endMarginMs = 5_000;

/** The `exp` of the token in the headers of a credential, in seconds since 1970; undefined if none of them has one. */
export function endIn(headers: readonly HeaderPair[]): number | undefined {
  for (const [, value] of headers)
    for (const part of value.split(/[\s.,]/)) {
      const end = expOf(part);
      if (end !== undefined) return end;
    }
  return undefined;
}

/** The greatest time that a Date can be, in seconds. */
const lastSecond = 8.64e12;

function expOf(part: string): number | undefined {
  // The shortest object with a number under "exp".
  if (part.length < 12) return undefined;
  const claims = jsonValue(Buffer.from(part, 'base64url').toString())?.value;
  const exp = isObject(claims) ? claims.exp : undefined;
  return typeof exp === 'number' && Math.abs(exp) <= lastSecond ? exp : undefined;
}

/** Whether the token of a request had expired, or was about to, when its response had ended (rulings 27 and 42). */
function hadEnded({ at, ms, tokenEnds }: Exchange): boolean {
  return at !== undefined && tokenEnds !== undefined && at + ms > tokenEnds - endMarginMs;
}

/** Whether a request was refused as one without a valid credential when its token had ended. */
export function wasRefusedForItsEnd(exchange: Exchange): boolean {
  const status = exchange.answer?.status;
  return (status === 401 || status === 403) && hadEnded(exchange);
}
