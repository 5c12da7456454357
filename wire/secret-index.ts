import { tableIndex } from './literal-index.ts';

/** Finds secrets and pieces of them in a text (one character per byte). */
export interface SecretIndex {
  /** Adds a secret, and whether its pieces are secret too; false if it is too short or known. */
  add(secret: string, pieces: boolean): boolean;
  /** The first piece of a secret at or after `from`. */
  firstPiece(text: string, from: number): FoundPiece | undefined;
  /** A secret in the text, whole or a piece of it. */
  secretIn(text: string): string | undefined;
}

/** The position of a piece of a secret. */
interface FoundPiece {
  readonly secret: string;
  readonly start: number;
  readonly end: number;
}

/** The minimum length of a recognised piece; shorter ones reveal too little and match too often by chance. */
const piece = 16;

/** Windows of this length at every fourth position find every piece. */
const window = 12;
const step = piece - window;

/** A piece of a secret made of words could occur in any response; a piece of these kinds cannot. */
function looksRandom(secret: string): boolean {
  const isMixed = [/[a-z]/, /[A-Z]/, /[0-9]/].every((kind) => kind.test(secret)) && !/\s/.test(secret);
  return isMixed || isHexKey(secret) || isPassphrase(secret);
}

/** Hexadecimal digits, also with hyphens as in a UUID. Digits alone could be a number, and letters alone a word. */
function isHexKey(secret: string): boolean {
  return /^[0-9a-f-]+$/i.test(secret) && /[0-9]/.test(secret) && /[a-f]/i.test(secret);
}

/** Several words and nothing else: values of headers, such as media types and dates, have other characters. */
function isPassphrase(secret: string): boolean {
  return /^[\p{L}0-9 ]+$/u.test(secret) && secret.split(' ').filter((word) => word.length > 2).length > 3;
}

export function createSecretIndex(): SecretIndex {
  const known = new Set<string>();
  /** Secrets whose pieces could occur in any response: only the whole is searched for. */
  const worded: string[] = [];
  const windows = new Map<string, { secret: string; at: number }>();
  const begun = new Uint8Array(0x10000);

  function firstPiece(text: string, from: number): FoundPiece | undefined {
    for (let at = from; at + window <= text.length; at += step) {
      if (begun[tableIndex(text, at)] === 0) continue;
      const part = windows.get(text.slice(at, at + window));
      if (part === undefined) continue;
      const { secret } = part;
      let [start, first] = [at, part.at];
      while (start > from && first > 0 && text[start - 1] === secret[first - 1]) {
        start -= 1;
        first -= 1;
      }
      let end = at + window;
      while (end < text.length && secret[first + end - start] === text[end]) end += 1;
      if (end - start >= piece) return { secret, start, end };
    }
    return undefined;
  }

  return {
    add(secret, pieces) {
      if (secret.length < piece || known.has(secret)) return false;
      known.add(secret);
      if (!pieces || !looksRandom(secret)) {
        worded.push(secret);
        return true;
      }
      for (let at = 0; at + window <= secret.length; at += 1) {
        windows.set(secret.slice(at, at + window), { secret, at });
        begun[tableIndex(secret, at)] = 1;
      }
      return true;
    },
    firstPiece,
    secretIn: (text) =>
      firstPiece(text, 0)?.secret ??
      worded.find((secret) => secret.length <= text.length && text.includes(secret)),
  };
}
