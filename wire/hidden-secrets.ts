/** Finds secrets that are not there as they stand: written in another code, or in pieces. */
export interface HiddenSecrets {
  /** Knows one more secret, how it is marked, and whether pieces of it are secret too. */
  add(secret: string, mark: string, pieces: boolean): void;
  /** The text (one character a byte) without them. */
  replace(text: string): string;
}

/** Pieces at least so long are recognised; shorter ones are too little of a secret, and too likely by chance. */
const piece = 16;

/** Windows of this length at every fourth place find every piece. */
const window = 12;
const step = piece - window;

/** Runs of so many characters that base64, base64url or hex could have written may hold at least 16 bytes. */
const shortestRun = 22;

const isEncoding = new Uint8Array(0x10000);
for (const each of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/_-')
  isEncoding[each.charCodeAt(0)] = 1;

function isHex(run: string): boolean {
  return run.length % 2 === 0 && !/[^0-9a-f]/i.test(run);
}

/** The text with each run replaced. By hand: a pattern that repeats overflows its stack on a run of some megabytes. */
function replaceRuns(text: string, replaced: (run: string) => string): string {
  let done = '';
  let from = 0;
  let start = 0;
  for (let at = 0; at <= text.length; at += 1) {
    if (at < text.length && isEncoding[text.charCodeAt(at)] === 1) continue;
    if (at - start >= shortestRun) {
      const run = text.slice(start, at);
      const shown = replaced(run);
      if (shown !== run) {
        done += text.slice(from, start) + shown;
        from = at;
      }
    }
    start = at + 1;
  }
  return from === 0 ? text : done + text.slice(from);
}

/** As many characters of runs are remembered with what was found in them: most runs come again and again. */
const rememberedAtMost = 1 << 18;

/** A run by itself: one that was cut out of a text keeps all of the text in memory for as long as it is remembered. */
function byItself(run: string): string {
  return Buffer.from(run, 'latin1').toString('latin1');
}

/** A place in a small table for the first four characters of a window: most windows are told apart by it at once. */
function tableIndex(text: string, at: number): number {
  const high = (text.charCodeAt(at + 2) << 8) ^ (text.charCodeAt(at + 3) << 12);
  return (text.charCodeAt(at) ^ (text.charCodeAt(at + 1) << 4) ^ high) & 0xffff;
}

/** A piece of a secret that is made of words could stand in any answer; one of this kind can not. */
function looksRandom(secret: string): boolean {
  return [/[a-z]/, /[A-Z]/, /[0-9]/].every((kind) => kind.test(secret)) && !/\s/.test(secret);
}

/**
 * Secrets in base64, base64url and hex, alone or inside of more that was encoded with them, and pieces of a secret of 16
 * characters or more, as where it was split into two fields. Percent encoding and JSON escapes are undone before.
 */
export function createHiddenSecrets(): HiddenSecrets {
  const whole = new Map<string, string>();
  /** Secrets whose pieces could stand in any answer: they are looked for as they are. */
  const worded: string[] = [];
  const windows = new Map<string, { secret: string; at: number }>();
  const begun = new Uint8Array(0x10000);
  const seen = new Map<string, string>();
  let remembered = 0;

  const add = (secret: string, mark: string, pieces: boolean): void => {
    if (secret.length < piece || whole.has(secret)) return;
    whole.set(secret, mark);
    seen.clear();
    remembered = 0;
    if (!pieces || !looksRandom(secret)) {
      worded.push(secret);
      return;
    }
    for (let at = 0; at + window <= secret.length; at += 1) {
      windows.set(secret.slice(at, at + window), { secret, at });
      begun[tableIndex(secret, at)] = 1;
    }
  };

  const markOf = (secret: string, how: string): string =>
    (whole.get(secret) ?? '[redacted:').replace('[redacted:', `[redacted:${how}-of-`);

  const decodedRuns = (text: string): string =>
    replaceRuns(text, (run) => {
      const known = seen.get(run);
      if (known !== undefined) return known;
      const found = encodingOf(run);
      const shown = found === undefined ? run : markOf(found.secret, found.code);
      remember(run, shown);
      return shown;
    });

  function remember(run: string, shown: string): void {
    if (run.length > rememberedAtMost) return;
    if (remembered + run.length > rememberedAtMost) {
      seen.clear();
      remembered = 0;
    }
    remembered += run.length;
    const own = byItself(run);
    seen.set(own, shown === run ? own : shown);
  }

  function encodingOf(run: string): { secret: string; code: string } | undefined {
    if (isHex(run)) {
      const secret = secretIn(Buffer.from(run, 'hex').toString('latin1'));
      if (secret !== undefined) return { secret, code: 'hex' };
    }
    for (let offset = 0; offset < 4; offset += 1) {
      const secret = secretIn(Buffer.from(run.slice(offset), 'base64').toString('latin1'));
      if (secret !== undefined) return { secret, code: 'base64' };
    }
    return undefined;
  }

  function secretIn(text: string): string | undefined {
    const found = firstPiece(text, 0);
    if (found !== undefined) return found.secret;
    return worded.find((secret) => text.includes(secret));
  }

  function firstPiece(
    text: string,
    from: number,
  ): { secret: string; start: number; end: number } | undefined {
    for (let at = from; at + window <= text.length; at += step) {
      if (begun[tableIndex(text, at)] === 0) continue;
      const known = windows.get(text.slice(at, at + window));
      if (known === undefined) continue;
      const { secret } = known;
      let [start, first] = [at, known.at];
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

  const withoutPieces = (text: string): string => {
    let done = '';
    let from = 0;
    for (let found = firstPiece(text, 0); found !== undefined; found = firstPiece(text, from)) {
      done += `${text.slice(from, found.start)}${markOf(found.secret, 'part')}`;
      from = found.end;
    }
    return from === 0 ? text : done + text.slice(from);
  };

  return { add, replace: (text) => (whole.size === 0 ? text : withoutPieces(decodedRuns(text))) };
}
