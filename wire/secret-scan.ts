import { isEncoding } from './encoded-runs.ts';

/** Rules out secrets in a text in one pass: most texts have none, and searching for every spelling takes several times as long. */
export interface SecretScan {
  /** Adds a secret of at least 16 characters, in whatever letter case it may appear. */
  add(secret: string): void;
  /** Adds a secret (one character per byte) of which pieces of 16 characters may appear. */
  addPieces(secret: string): void;
  /** False if the text contains no secret, no piece of one, and nothing that one could be encoded or escaped in. */
  mayContain(text: string): boolean;
}

/** Texts are looked up by twelve characters, four at a time. */
const gram = 4;
const looked = 3 * gram;

/** A piece of 16 characters contains twelve that begin at a multiple of four. */
const step = 4;

/** What begins with the four characters of an entry. */
const whole = 1;
const piece = 2;

/** Longer texts are not ruled out: `spellingsOf` treats them otherwise. */
const longest = 1 << 16;

/** Only bytes are looked up. */
const bytes = 0x100;

/** Lower case, as `toLowerCase` has it. */
const folded = Uint8Array.from({ length: bytes }, (_, code) =>
  String.fromCharCode(code).toLowerCase().charCodeAt(0),
);

/** An index of the next character into a table for the last four. */
const nextIndex = (index: number, code: number): number => ((index << 4) ^ (folded[code] ?? 0)) & 0xffff;

function indexAt(text: string, start: number): number {
  let index = 0;
  for (let at = start; at < start + gram; at += 1) index = nextIndex(index, text.charCodeAt(at) % bytes);
  return index;
}

/** Characters that may begin an escape or another spelling that `spellingsOf` undoes, with what tells whether they do. */
const spellings: Readonly<Record<string, (text: string, at: number) => boolean>> = {
  '\\': (text, at) => /[uU]/.test(text.charAt(at + 1)),
  '%': () => true,
  '&': (text, at) => /&(?:#|amp;)/i.test(text.slice(at, at + '&amp;'.length)),
  '=': (text, at) => /=(?:[0-9a-f]{2}|\r?\n)/i.test(text.slice(at, at + 3)),
  ':': (text, at) => [3, 6, 9].every((behind) => text[at + behind] === ':'),
};

/** The kinds of characters that the scan tells apart. */
const encoding = 1;
const spelling = 2;

const kinds = Uint8Array.from({ length: bytes }, (_, code) =>
  String.fromCharCode(code) in spellings ? spelling : isEncoding[code] === 1 ? encoding : 0,
);

/**
 * @param shortestRun from how many characters on a run of base64 or hex may contain a secret
 * @param isCleanRun whether such a run contains none; the same for the same run until a secret is added
 */
export function createSecretScan(shortestRun: number, isCleanRun: (run: string) => boolean): SecretScan {
  const tables = Array.from({ length: looked / gram }, () => new Uint8Array(0x10000));
  const [first = new Uint8Array()] = tables;
  const cleanRuns = createRunMemory();

  const enter = (text: string, start: number, kind: number): void => {
    for (const [place, table] of tables.entries()) {
      const index = indexAt(text, start + place * gram);
      table[index] = (table[index] ?? 0) | kind;
    }
    cleanRuns.clear();
  };
  const isLikely = (text: string, start: number): boolean => {
    if (start + looked > text.length) return false;
    let begun = whole | piece;
    for (const [place, table] of tables.entries()) begun &= table[indexAt(text, start + place * gram)] ?? 0;
    return (begun & whole) !== 0 || ((begun & piece) !== 0 && start % step === 0);
  };
  const isClean = (run: string): boolean => {
    if (cleanRuns.has(run)) return true;
    const clean = isCleanRun(run);
    if (clean) cleanRuns.add(run);
    return clean;
  };

  return {
    add: (secret) => enter(secret.toLowerCase(), 0, whole),
    addPieces(secret) {
      for (let at = 0; at + looked <= secret.length; at += 1) enter(secret, at, piece);
    },
    mayContain(text) {
      if (text.length > longest) return true;
      let index = 0;
      let run = 0;
      for (let at = 0; at < text.length; at += 1) {
        const code = text.charCodeAt(at);
        if (code >= bytes) return true;
        index = nextIndex(index, code);
        if (first[index] !== 0 && at >= gram - 1 && isLikely(text, at - gram + 1)) return true;
        const kind = kinds[code];
        if (kind === encoding) run += 1;
        else {
          if (kind === spelling && spellings[text.charAt(at)]?.(text, at) === true) return true;
          if (run >= shortestRun && !isClean(text.slice(at - run, at))) return true;
          run = 0;
        }
      }
      return run >= shortestRun && !isClean(text.slice(text.length - run));
    },
  };
}

/** How many characters of runs are remembered: most runs occur again and again. */
const rememberedAtMost = 1 << 18;

/** Runs that contain no secret, up to a total number of characters. */
function createRunMemory() {
  const seen = new Set<string>();
  let remembered = 0;
  const clear = (): void => {
    seen.clear();
    remembered = 0;
  };
  return {
    clear,
    has: (run: string): boolean => seen.has(run),
    add(run: string): void {
      if (remembered + run.length > rememberedAtMost) clear();
      remembered += run.length;
      // A copy: a substring would keep the whole text in memory.
      seen.add(Buffer.from(run, 'latin1').toString('latin1'));
    },
  };
}
