import type { RawBody } from '../../generators/raw-body.ts';
import type { Violation } from '../../generators/violation.ts';
import { jsonBytes } from '../../session/plain-request.ts';
import type { Faulty } from './refusals.ts';

/** A schema violation as a request. */
export function fromViolation({ name, pointer, keyword, body, text }: Violation): Faulty {
  return {
    name,
    wrong: { pointer, keyword, name },
    request: { body: text === undefined ? jsonBytes(body) : Buffer.from(text) },
  };
}

/** A body that is no JSON object as a request; the whole body is what is wrong. */
export function fromRawBody({ name, bytes }: RawBody): Faulty {
  return { name, wrong: { pointer: '', keyword: keywordOf(name), name }, request: { body: bytes } };
}

/** Bodies that can be read in more than one way carry a word for it, so that judges do not read meaning into them. */
function keywordOf(name: string): string {
  if (/twice$/.test(name) && name.includes('member')) return 'duplicate-member';
  if (/surrogate as an escape/.test(name)) return 'lone-surrogate';
  if (/inside a string|UTF-16|UTF-8/.test(name)) return 'invalid-utf8';
  return 'json';
}
