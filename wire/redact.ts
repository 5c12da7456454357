import { hash, randomBytes } from 'node:crypto';
import { decodeUtf8 } from '../json/utf8.ts';
import { keptOfBroken } from './bounds.ts';
import { type Answer, type HeaderPair, headerValue, type SentRequest } from './exchange.ts';
import { createMemory } from './memory.ts';
import { createSecrets, markStart } from './secrets.ts';
import type { Outcome } from './send.ts';

/**
 * Replaces secrets before anything is stored or shown. A mark is plain ASCII without special characters of JSON or HTTP:
 * kind, length, and a keyed digest of the secret (the same in the whole run; the value cannot be recovered).
 */
export interface Redactor {
  /** Makes a value a secret from now on; `kind` appears in its mark. */
  add(secret: string, kind: string): void;
  text(value: string): string;
  outcome(outcome: Outcome): Outcome;
}

/** How many characters of header texts are remembered: most received headers are the same in every exchange. */
const headersRemembered = 1 << 18;

const keptSentence = `only its first ${keptOfBroken} bytes are kept here, or fewer.`;

export function createRedactor(key: Buffer = randomBytes(32)): Redactor {
  const secrets = createSecrets(key);
  const bodies = rememberingLarge(secrets.bytes);
  /** Texts of received headers; those of sent ones are rarely repeated. */
  const headers = createMemory<string>(headersRemembered);
  const echoed = (value: string): string =>
    headers.get(value) ?? headers.keep(value, secrets.text(value), value.length);
  const request = (sent: SentRequest): SentRequest => ({
    method: sent.method,
    // A page token from a response may contain what the server was sent.
    target: echoed(sent.target),
    headers: sent.headers.map(([name, value]): HeaderPair => [name, secrets.replaceAll(value)]),
    body: secrets.bytes(sent.body),
  });
  const answer = (received: Answer, isCut: boolean): Answer => {
    const decoded = received.decoded === undefined ? undefined : bodies.of(received.decoded);
    // Bytes that were not decoded (incomplete, or the wrong coding) can be searched only if they are text.
    const encoded =
      headerValue(received.headers, 'content-encoding') !== undefined &&
      decodeUtf8(received.body) === undefined;
    const concealed = decoded === undefined ? encoded : decoded.isChanged;
    return {
      status: received.status,
      reason: echoed(received.reason),
      headers: received.headers.map(([name, value]): HeaderPair => [echoed(name), echoed(value)]),
      // A reader could decode an encoded body again, so it is removed if its content contained a secret, or may have.
      body: concealed
        ? Buffer.from(`${markStart}encoded-body:${received.body.length}]`)
        : isCut
          ? secrets.beginning(received.body)
          : bodies.of(received.body).bytes,
      decoded: decoded?.bytes,
    };
  };
  return {
    add(secret, kind) {
      if (!secrets.add(secret, kind)) return;
      headers.forget();
      bodies.forget();
    },
    text: secrets.text,
    outcome(outcome) {
      const { failure } = outcome;
      const isCut =
        failure !== undefined && outcome.answer !== undefined && outcome.answer.body.length > keptOfBroken;
      return {
        ...outcome,
        request: request(outcome.request),
        answer: outcome.answer === undefined ? undefined : answer(outcome.answer, isCut),
        ...(isCut
          ? { failure: { ...failure, message: `${failure.message} Truncated: ${keptSentence}` } }
          : {}),
      };
    },
  };
}

/** Bytes without secrets, and whether something was replaced. */
interface Cleaned {
  readonly bytes: Buffer;
  readonly isChanged: boolean;
}

/** Shorter ones are searched for secrets sooner than they are recognised. */
const large = 64 * 1024;

/** How many bytes of results are kept. */
const rememberedAtMost = 48 * 1024 ** 2;

/**
 * Removes secrets from bodies. A target that sends the same large body again and again costs one search, and its exchanges
 * share one buffer: dozens of them may be in memory until a case is judged.
 */
function rememberingLarge(clean: (bytes: Buffer) => Buffer) {
  const known = createMemory<Cleaned>(rememberedAtMost);
  const cleaned = (bytes: Buffer): Cleaned => {
    const after = clean(bytes);
    return { bytes: after, isChanged: after !== bytes };
  };
  return {
    forget: known.forget,
    of(bytes: Buffer): Cleaned {
      if (bytes.length < large) return cleaned(bytes);
      const digest = hash('sha256', bytes, 'base64');
      const before = known.get(digest);
      if (before !== undefined) return before;
      const now = cleaned(bytes);
      return known.keep(digest, now, now.bytes.length);
    },
  };
}
