import { createHmac, randomBytes } from 'node:crypto';
import { decodeUtf8 } from '../json/utf8.ts';
import { keptOfBroken } from './bounds.ts';
import { type Answer, type HeaderPair, headerValue, type SentRequest } from './exchange.ts';
import { createHiddenSecrets } from './hidden-secrets.ts';
import type { Outcome } from './send.ts';

/** Secrets shorter than this would hide ordinary words of an answer, so they are replaced only in headers we sent. */
const shortest = 16;

/**
 * Replaces secrets before anything is stored or shown. A mark is plain ASCII without characters that JSON or HTTP give
 * a meaning: kind of secret, its length, and a keyed digest (same secret and run, same mark; the value is not recoverable).
 */
export interface Redactor {
  /** Makes a value a secret from now on; `kind` appears in its mark. */
  add(secret: string, kind: string): void;
  text(value: string): string;
  outcome(outcome: Outcome): Outcome;
}

/** The longest spelling of a character in which a secret is found: a JSON escape. */
const longestSpelling = 6;

/** A JSON escape of a printable ASCII character other than a quote or a backslash. */
const escapedPlain = /\\u00(2[013-9a-f]|[346][0-9a-f]|5[0-9abd-f]|7[0-9a-e])/gi;

/** The same in a URL. */
const percentEncoded = /%(2[0-9a-f]|[3-6][0-9a-f]|7[0-9a-e])/gi;

const character = (_: string, code: string): string => String.fromCharCode(Number.parseInt(code, 16));

/** Kinds of secret whose pieces are secret too. Claims are not: a page token that holds a user's name can look like them. */
const piecewise: ReadonlySet<string> = new Set([
  'token-signature',
  'expired-token-signature',
  'token-secret',
  'token-key',
  'gateway-header',
]);

/** Kinds that are looked for in other codes as well; what is altered on purpose opens no door. */
const usable: ReadonlySet<string> = new Set(['token', 'expired-token']);

/** What every mark begins with; an answer that holds it echoed a credential. */
export const markStart = '[redacted:';

/** So many texts of headers are remembered with what became of them: most headers come again with every exchange. */
const headersRemembered = 2_000;

/** A longer one comes once. */
const longestRemembered = 4_096;

const keptSentence = `only its first ${keptOfBroken} bytes are kept here, or fewer.`;

export function createRedactor(key: Buffer = randomBytes(32)): Redactor {
  const marks = new Map<string, string>();
  let long: RegExp | undefined;
  let all: RegExp | undefined;
  const hidden = createHiddenSecrets();
  let longest = 0;
  /** Texts of headers that were sent, and that were received. */
  const sentBefore = new Map<string, string>();
  const receivedBefore = new Map<string, string>();

  const add = (secret: string, kind: string): void => {
    if (secret === '' || marks.has(secret)) return;
    const digest = createHmac('sha256', key).update(secret).digest('hex').slice(0, 12);
    const mark = `${markStart}${kind}:${secret.length}:${digest}]`;
    marks.set(secret, mark);
    longest = Math.max(longest, Buffer.byteLength(secret));
    const pieces = piecewise.has(kind);
    if (pieces || usable.has(kind)) hidden.add(Buffer.from(secret).toString('latin1'), mark, pieces);
    // Bodies and received headers are searched byte by byte, where letters outside ASCII stand as UTF-8.
    marks.set(Buffer.from(secret).toString('latin1'), mark);
    long = pattern([...marks.keys()].filter((value) => value.length >= shortest));
    all = pattern([...marks.keys()]);
    sentBefore.clear();
    receivedBefore.clear();
  };
  const replace = (value: string, secrets: RegExp | undefined): string =>
    secrets === undefined ? value : value.replace(secrets, (found) => marks.get(found) ?? found);
  const bytes = (value: Buffer): Buffer => {
    if (long === undefined || value.length < shortest) return value;
    const before = value.toString('latin1');
    const after = withoutSecrets(before);
    return after === before ? value : Buffer.from(after, 'latin1');
  };
  /** The beginning of a long body. What the cut could have split goes, as half a secret is not recognised. */
  const beginning = (value: Buffer): Buffer => {
    const split = longest * longestSpelling;
    const some = bytes(value.subarray(0, keptOfBroken + split));
    return some.subarray(0, Math.max(0, some.length - split));
  };
  const withoutSecrets = (before: string): string => {
    const after = replace(before, long);
    // JSON and URLs may spell a secret in escapes; the answer is then kept with its escapes of plain characters undone.
    const spelled = after.replace(escapedPlain, character).replace(percentEncoded, character);
    const undone = spelled === after ? after : replace(spelled, long);
    return hidden.replace(undone === spelled ? after : undone);
  };
  const sentHeader = remembering(sentBefore, (value) => replace(value, all));
  const echoed = remembering(receivedBefore, (value) => (long === undefined ? value : withoutSecrets(value)));
  const request = (sent: SentRequest): SentRequest => ({
    method: sent.method,
    // A page token that an answer gave may hold what the server was sent.
    target: echoed(sent.target),
    headers: sent.headers.map(([name, value]): HeaderPair => [name, sentHeader(value)]),
    body: bytes(sent.body),
  });
  const answer = (received: Answer, isCut: boolean): Answer => {
    const decoded = received.decoded === undefined ? undefined : bytes(received.decoded);
    // What was not decoded, because it was cut or its coding is wrong, can be searched only where it is text all the same.
    const encoded =
      headerValue(received.headers, 'content-encoding') !== undefined &&
      decodeUtf8(received.body) === undefined;
    const concealed = decoded === undefined ? encoded : decoded !== received.decoded;
    return {
      status: received.status,
      reason: echoed(received.reason),
      headers: received.headers.map(([name, value]) => [name, echoed(value)]),
      // An encoded body could be decoded again by a reader, so it goes when its content held a secret, or may have.
      body: concealed
        ? Buffer.from(`${markStart}encoded-body:${received.body.length}]`)
        : isCut
          ? beginning(received.body)
          : bytes(received.body),
      ...(decoded === undefined ? {} : { decoded }),
    };
  };
  return {
    add,
    text: (value) => replace(value, long),
    outcome(outcome) {
      const { failure } = outcome;
      const isCut =
        failure !== undefined && outcome.answer !== undefined && outcome.answer.body.length > keptOfBroken;
      return {
        ...outcome,
        request: request(outcome.request),
        ...(outcome.answer === undefined ? {} : { answer: answer(outcome.answer, isCut) }),
        ...(isCut
          ? { failure: { ...failure, message: `${failure.message} Truncated: ${keptSentence}` } }
          : {}),
      };
    },
  };
}

/** A function of texts that remembers what it made of the short ones. */
function remembering(
  before: Map<string, string>,
  made: (value: string) => string,
): (value: string) => string {
  return (value) => {
    const known = before.get(value);
    if (known !== undefined) return known;
    const now = made(value);
    if (value.length > longestRemembered) return now;
    if (before.size >= headersRemembered) before.clear();
    before.set(value, now);
    return now;
  };
}

function pattern(secrets: string[]): RegExp | undefined {
  if (secrets.length === 0) return undefined;
  const longestFirst = secrets.sort((a, b) => b.length - a.length);
  return new RegExp(
    longestFirst.map((secret) => secret.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|'),
    'g',
  );
}
