/** Finds whole secrets and pieces of them in a text (one character a byte). */
export interface SecretIndex {
  /** Knows one more secret, and whether pieces of it are secret too; false where it is too short or known. */
  add(secret: string, pieces: boolean): boolean;
  /** The first piece of a secret that begins at `from` or later. */
  firstPiece(text: string, from: number): FoundPiece | undefined;
  /** A secret that stands in the text, whole or in a piece. */
  secretIn(text: string): string | undefined;
}

/** Where a piece of a secret stands. */
interface FoundPiece {
  readonly secret: string;
  readonly start: number;
  readonly end: number;
}

/** Pieces at least so long are recognised; shorter ones are too little of a secret, and too likely by chance. */
const piece = 16;

/** Windows of this length at every fourth place find every piece. */
const window = 12;
const step = piece - window;

/** A place in a small table for the first four characters of a window: most windows are told apart by it at once. */
function tableIndex(text: string, at: number): number {
  const high = (text.charCodeAt(at + 2) << 8) ^ (text.charCodeAt(at + 3) << 12);
  return (text.charCodeAt(at) ^ (text.charCodeAt(at + 1) << 4) ^ high) & 0xffff;
}

/** A piece of a secret that is made of words could stand in any answer; one of this kind can not. */
function looksRandom(secret: string): boolean {
  return [/[a-z]/, /[A-Z]/, /[0-9]/].every((kind) => kind.test(secret)) && !/\s/.test(secret);
}

export function createSecretIndex(): SecretIndex {
  const known = new Set<string>();
  /** Secrets whose pieces could stand in any answer: they are looked for as they are. */
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
    secretIn: (text) => firstPiece(text, 0)?.secret ?? worded.find((secret) => text.includes(secret)),
  };
}
