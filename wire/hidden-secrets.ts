import { replaceRuns } from './encoded-runs.ts';
import { createSecretIndex, type SecretIndex } from './secret-index.ts';

/** Finds secrets that do not appear literally: encoded, or in pieces. */
export interface HiddenSecrets {
  /** Adds a secret, with its mark and whether its pieces are secret too. */
  add(secret: string, mark: string, pieces: boolean): void;
  /** The text (one character per byte) with secrets replaced. */
  replace(text: string): string;
  /** Whether a run of characters that base64, base64url or hex could produce encodes a secret. */
  isEncoded(run: string): boolean;
}

/** Runs of this many characters that base64, base64url or hex could produce may contain at least 16 bytes. */
export const shortestRun = 22;

function isHex(run: string): boolean {
  return run.length % 2 === 0 && !/[^0-9a-f]/i.test(run);
}

/** How many characters of runs are cached with their results: most runs occur again and again. */
const rememberedAtMost = 1 << 18;

/** A copy of a run: a substring would keep the whole text in memory as long as it is cached. */
function byItself(run: string): string {
  return Buffer.from(run, 'latin1').toString('latin1');
}

/**
 * Secrets in base64, base64url and hex, alone or encoded together with other data, and pieces of a secret of 16 characters
 * or more, for example if it was split into two fields. Percent encoding and JSON escapes are undone first.
 */
export function createHiddenSecrets(): HiddenSecrets {
  const index = createSecretIndex();
  const marks = new Map<string, string>();
  const shown = createMemory();
  const markOf = (secret: string, how: string): string =>
    (marks.get(secret) ?? '[redacted:').replace('[redacted:', `[redacted:${how}-of-`);

  const decodedRuns = (text: string): string =>
    replaceRuns(text, shortestRun, (run) => {
      const known = shown.get(run);
      if (known !== undefined) return known;
      const found = encodingOf(run, index);
      return shown.keep(run, found === undefined ? run : markOf(found.secret, found.code));
    });

  const withoutPieces = (text: string): string => {
    let done = '';
    let from = 0;
    for (let found = index.firstPiece(text, 0); found !== undefined; found = index.firstPiece(text, from)) {
      done += `${text.slice(from, found.start)}${markOf(found.secret, 'part')}`;
      from = found.end;
    }
    return from === 0 ? text : done + text.slice(from);
  };

  return {
    add(secret, mark, pieces) {
      if (!index.add(secret, pieces)) return;
      marks.set(secret, mark);
      shown.clear();
    },
    replace: (text) => (marks.size === 0 ? text : withoutPieces(decodedRuns(text))),
    isEncoded: (run) => encodingOf(run, index) !== undefined,
  };
}

/** The secret that a run of characters encodes, and the encoding. */
function encodingOf(run: string, index: SecretIndex): { secret: string; code: string } | undefined {
  if (isHex(run)) {
    const secret = index.secretIn(Buffer.from(run, 'hex').toString('latin1'));
    if (secret !== undefined) return { secret, code: 'hex' };
  }
  for (let offset = 0; offset < 4; offset += 1) {
    const secret = index.secretIn(Buffer.from(run.slice(offset), 'base64').toString('latin1'));
    if (secret !== undefined) return { secret, code: 'base64' };
  }
  return undefined;
}

/** Cached results of runs, up to a total number of characters. */
function createMemory() {
  const seen = new Map<string, string>();
  let remembered = 0;
  const clear = (): void => {
    seen.clear();
    remembered = 0;
  };
  return {
    get: (run: string): string | undefined => seen.get(run),
    clear,
    keep(run: string, shown: string): string {
      if (run.length > rememberedAtMost) return shown;
      if (remembered + run.length > rememberedAtMost) clear();
      remembered += run.length;
      const own = byItself(run);
      seen.set(own, shown === run ? own : shown);
      return shown;
    },
  };
}
