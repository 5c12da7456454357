import { createHmac } from 'node:crypto';
import { createAutomaton, type Found } from './automaton.ts';
import { keptOfBroken } from './bounds.ts';
import { createDeepSearch } from './deep-search.ts';

/** Shorter secrets would match ordinary words in responses, so they are replaced only in headers we sent; so would shorter pieces. */
const shortest = 16;

/** The longest usual encoding of a character: a JSON escape in UTF-16, or in base64 of base64. */
const longestSpelling = 12;

/** Kinds of secret whose pieces are secret too. Claims are not: a page token that contains a user's name can look like them. */
const piecewise: ReadonlySet<string> = new Set([
  'token-signature',
  'expired-token-signature',
  'token-secret',
  'token-key',
  'gateway-header',
  'setting',
]);

/** The beginning of every mark; a response that contains it echoed a credential. */
export const markStart = '[redacted:';

/** A secret that was found, by its mark, and as what if not as it is. */
interface Shown {
  readonly mark: string;
  readonly as?: 'part' | 'base64' | 'hex';
}

/**
 * The secrets of a run; removes them from texts and bytes.
 * @param key the key of the digests in marks
 */
export function createSecrets(key: Buffer) {
  const known = new Set<string>();
  const automaton = createAutomaton<Shown>();
  /** Too short to be searched for elsewhere than in headers that were sent. */
  const short = new Map<string, Shown>();
  /** Each as it is: another one may differ from it in letter case alone, and is another credential. */
  const exact = new Map<string, Shown>();
  const layers = createDeepSearch<Shown>(automaton.find);
  let longest = 0;
  const asItIs = (within: string, each: Found<Shown>): Found<Shown> => {
    const value = exact.get(within.slice(each.start, each.end));
    return value === undefined ? each : { ...each, value };
  };
  const text = (before: string): string => {
    if (longest < shortest || before.length < shortest) return before;
    const found: Found<Shown>[] = [];
    layers.search(before, ({ coding, ...each }) => {
      const { mark } = each.value;
      take(found, coding === undefined ? asItIs(before, each) : { ...each, value: { mark, as: coding } });
    });
    return replaced(before, found);
  };
  const bytes = (value: Buffer): Buffer => {
    if (longest < shortest || value.length < shortest) return value;
    const before = value.toString('latin1');
    const after = text(before);
    return after === before ? value : Buffer.from(after, 'latin1');
  };

  return {
    /** Makes a value a secret from now on; false if it is known, empty or one character repeated. */
    add(secret: string, kind: string): boolean {
      if (isUniform(secret) || known.has(secret)) return false;
      known.add(secret);
      const digest = createHmac('sha256', key).update(secret).digest('hex').slice(0, 12);
      const mark = `${markStart}${kind}:${secret.length}:${digest}]`;
      // Bodies and received headers are searched as bytes, in which non-ASCII letters are UTF-8.
      const encoded = Buffer.from(secret).toString('latin1');
      longest = Math.max(longest, encoded.length);
      for (const each of [secret, encoded])
        if (each.length < shortest) short.set(each, { mark });
        else {
          exact.set(each, { mark });
          for (const spelled of [each, each.toLowerCase()]) automaton.add(spelled, { mark });
        }
      if (piecewise.has(kind) && looksRandom(encoded))
        for (let at = 0; at + shortest <= encoded.length; at += 1)
          automaton.add(encoded.slice(at, at + shortest), { mark, as: 'part' });
      layers.added(encoded);
      return true;
    },
    /** Replaces every secret, short ones too: for headers that we sent. */
    replaceAll(value: string): string {
      const found: Found<Shown>[] = [];
      automaton.find(value, (each) => take(found, asItIs(value, each)));
      for (const [secret, shown] of short)
        for (let at = value.indexOf(secret); at !== -1; at = value.indexOf(secret, at + secret.length))
          found.push({ start: at, end: at + secret.length, value: shown });
      return replaced(value, found);
    },
    /** Replaces long secrets in every encoding. */
    text,
    bytes,
    /** The beginning of a long body. What the cut could have split is removed, because half a secret is not recognised. */
    beginning(value: Buffer): Buffer {
      const split = longest * longestSpelling;
      const some = bytes(value.subarray(0, keptOfBroken + split));
      return some.subarray(0, Math.max(0, some.length - split));
    },
  };
}

/** One character repeated, such as a signature of zeros in base64: it opens nothing, and ordinary bodies contain it. */
function isUniform(secret: string): boolean {
  return secret === secret.charAt(0).repeat(secret.length);
}

/**
 * A piece of a secret made of words could occur in any response. A piece of mixed letters and digits cannot, nor one of hexadecimal
 * digits, also with hyphens as in a UUID (digits alone could be a number, and letters alone a word), nor one of several words and
 * nothing else: values of headers, such as media types and dates, have other characters.
 */
function looksRandom(secret: string): boolean {
  const isMixed = [/[a-z]/, /[A-Z]/, /[0-9]/].every((kind) => kind.test(secret)) && !/\s/.test(secret);
  const isHex = /^[0-9a-f-]+$/i.test(secret) && /[0-9]/.test(secret) && /[a-f]/i.test(secret);
  const isPassphrase =
    /^[\p{L}0-9 ]+$/u.test(secret) && secret.split(' ').filter((word) => word.length > 2).length > 3;
  return isMixed || isHex || isPassphrase;
}

/** Adds what was found; what overlaps the last one becomes one with it, since what is left of a secret may show it. */
function take(found: Found<Shown>[], next: Found<Shown>): void {
  const last = found.at(-1);
  if (last === undefined || next.start >= last.end || last.start >= next.end) {
    found.push(next);
    return;
  }
  const isPart = [last, next].map(({ value }) => value.as === 'part');
  const isLonger = next.end - next.start > last.end - last.start;
  const { value } = (isPart[0] === isPart[1] ? isLonger : isPart[0]) ? next : last;
  found[found.length - 1] = {
    start: Math.min(last.start, next.start),
    end: Math.max(last.end, next.end),
    value,
  };
}

function replaced(text: string, found: readonly Found<Shown>[]): string {
  if (found.length === 0) return text;
  const merged: Found<Shown>[] = [];
  for (const each of found.toSorted((a, b) => a.start - b.start || b.end - a.end)) take(merged, each);
  let [done, from] = ['', 0];
  for (const { start, end, value } of merged) {
    const { mark, as } = value;
    done +=
      text.slice(from, start) + (as === undefined ? mark : mark.replace(markStart, `${markStart}${as}-of-`));
    from = end;
  }
  return done + text.slice(from);
}
