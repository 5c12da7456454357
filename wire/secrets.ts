import { createHmac } from 'node:crypto';
import { createAnyCaseIndex } from './any-case.ts';
import { keptOfBroken } from './bounds.ts';
import { createHiddenSecrets, shortestRun } from './hidden-secrets.ts';
import { createLiteralIndex, shortestLiteral } from './literal-index.ts';
import { createSecretScan } from './secret-scan.ts';
import { isBase64OfText, spellingsOf } from './spellings.ts';

/** Shorter secrets would match ordinary words in responses, so they are replaced only in headers we sent. */
const shortest = 16;

/** The longest usual encoding of a character: a JSON escape in a string within a string. */
const longestSpelling = 8;

/** Kinds of secret whose pieces are secret too. Claims are not: a page token that contains a user's name can look like them. */
const piecewise: ReadonlySet<string> = new Set([
  'token-signature',
  'expired-token-signature',
  'token-secret',
  'token-key',
  'gateway-header',
]);

/** Kinds that are also searched for in other encodings; deliberately altered tokens grant no access. */
const usable: ReadonlySet<string> = new Set(['token', 'expired-token']);

/** The beginning of every mark; a response that contains it echoed a credential. */
export const markStart = '[redacted:';

/** The secrets of a run; removes them from texts and bytes. */
export interface Secrets {
  /** Makes a value a secret from now on; false if it is known, empty or one character repeated. */
  add(secret: string, kind: string): boolean;
  /** Replaces every secret, short ones too: for headers that we sent. */
  replaceAll(value: string): string;
  /** Replaces long secrets that appear literally. */
  text(value: string): string;
  /** Replaces long secrets in every encoding. */
  without(value: string): string;
  bytes(value: Buffer): Buffer;
  /** The beginning of a long body. What the cut could have split is removed, because half a secret is not recognised. */
  beginning(value: Buffer): Buffer;
}

/** One character repeated, such as a signature of zeros in base64: it opens nothing, and ordinary bodies contain it. */
function isUniform(secret: string): boolean {
  return new Set(secret).size < 2;
}

/**
 * @param key the key of the digests in marks
 * @param createScan what rules out texts that need not be searched
 */
export function createSecrets(key: Buffer, createScan: typeof createSecretScan = createSecretScan): Secrets {
  const marks = new Map<string, string>();
  const hidden = createHiddenSecrets();
  const long = createLiteralIndex();
  const all = createLiteralIndex();
  const anyCase = createAnyCaseIndex();
  const scan = createScan(shortestRun, (run) => !hidden.isEncoded(run) && !isBase64OfText(run));
  /** Searches for every secret if one is too short for an index. */
  let withTiny: RegExp | undefined;
  let longest = 0;
  /** Without secrets that are spelled in any letter case, or encoded as a whole. */
  const cleaned = (text: string): string => hidden.replace(anyCase.replace(long.replace(text)));
  const without = (before: string): string => {
    if (longest < shortest || !scan.mayContain(before)) return before;
    let after = cleaned(before);
    // JSON, URLs, HTML and mail may escape a secret; the text is then stored with escapes of plain characters undone.
    for (const spelled of spellingsOf(after)) {
      const undone = cleaned(spelled);
      if (undone !== spelled) after = undone;
    }
    return after;
  };
  const bytes = (value: Buffer): Buffer => {
    if (longest < shortest || value.length < shortest) return value;
    const before = value.toString('latin1');
    const after = without(before);
    return after === before ? value : Buffer.from(after, 'latin1');
  };
  return {
    add(secret, kind) {
      if (isUniform(secret) || marks.has(secret)) return false;
      const digest = createHmac('sha256', key).update(secret).digest('hex').slice(0, 12);
      const mark = `${markStart}${kind}:${secret.length}:${digest}]`;
      marks.set(secret, mark);
      longest = Math.max(longest, Buffer.byteLength(secret));
      const pieces = piecewise.has(kind);
      const encoded = Buffer.from(secret).toString('latin1');
      if (pieces || usable.has(kind)) hidden.add(encoded, mark, pieces);
      if (pieces) scan.addPieces(encoded);
      // Bodies and received headers are searched as bytes, in which non-ASCII letters are UTF-8.
      marks.set(encoded, mark);
      for (const each of new Set([secret, encoded])) {
        if (each.length >= shortest) {
          long.add(each, mark);
          anyCase.add(each, mark);
          scan.add(each);
        }
        all.add(each, mark);
      }
      if (withTiny !== undefined || secret.length < shortestLiteral) withTiny = pattern([...marks.keys()]);
      return true;
    },
    replaceAll: (value) =>
      withTiny === undefined
        ? all.replace(value)
        : value.replace(withTiny, (found) => marks.get(found) ?? found),
    text: (value) => long.replace(value),
    without,
    bytes,
    beginning(value) {
      const split = longest * longestSpelling;
      const some = bytes(value.subarray(0, keptOfBroken + split));
      return some.subarray(0, Math.max(0, some.length - split));
    },
  };
}

function pattern(secrets: string[]): RegExp {
  const longestFirst = secrets.sort((a, b) => b.length - a.length);
  return new RegExp(
    longestFirst.map((secret) => secret.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|'),
    'g',
  );
}
