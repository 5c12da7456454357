import { type Answer, headerValue } from './exchange.ts';

/** The essence of the Content-Type in lower case, without parameters (RFC 9110 §8.3.1); undefined if absent or empty. */
export function mediaType(answer: Answer): string | undefined {
  const value = headerValue(answer.headers, 'content-type');
  const essence = value?.split(';', 1)[0]?.trim().toLowerCase();
  return essence === '' ? undefined : essence;
}

/** Status and media type: what a failure is recognised by where everything gets the same. */
export function formOf(answer: Answer): string {
  return `${answer.status} ${mediaType(answer) ?? 'without Content-Type'}`;
}

/** Ruling 2: `application/json` in any case with any parameters, or a `+json` suffix. */
export function isJsonMedia(type: string | undefined): boolean {
  return type !== undefined && (type === 'application/json' || hasJsonSuffix(type));
}

const jsonSuffix = '+json';

/** Without a pattern that repeats: a header of megabytes, as recordings may have, overflows the stack of such a one. */
function hasJsonSuffix(type: string): boolean {
  const slash = type.indexOf('/');
  const subtype = type.slice(slash + 1);
  return (
    slash > 0 &&
    subtype.length > jsonSuffix.length &&
    subtype.endsWith(jsonSuffix) &&
    !subtype.includes('/') &&
    !/\s/.test(type)
  );
}

export function isTextMedia(type: string | undefined): boolean {
  return type === 'text/plain';
}
