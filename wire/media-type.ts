import { type Answer, headerValue } from './exchange.ts';

/** The essence of the Content-Type in lower case, without parameters (RFC 9110 §8.3.1); undefined if absent or empty. */
export function mediaType(answer: Answer): string | undefined {
  const value = headerValue(answer.headers, 'content-type');
  const essence = value?.split(';', 1)[0]?.trim().toLowerCase();
  return essence === '' ? undefined : essence;
}

/** Ruling 2: `application/json` in any case with any parameters, or a `+json` suffix. */
export function isJsonMedia(type: string | undefined): boolean {
  return type !== undefined && (type === 'application/json' || /^[^/\s]+\/[^/\s]+\+json$/.test(type));
}

export function isTextMedia(type: string | undefined): boolean {
  return type === 'text/plain';
}
