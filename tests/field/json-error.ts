/**
 * Why a text is not JSON (RFC 8259), as the kind of text at its first error; undefined if it is JSON. A reader that
 * tolerates a kind at one place usually does at others, so the place does not count.
 */
export function jsonError(bytes: Buffer): string | undefined {
  if (bytes.length === 0) return 'empty';
  // JSON begins with two ASCII characters, so the places of zeros show the encoding (RFC 4627 section 3).
  const [first, second, third, fourth] = bytes;
  if ((first === 0 && third === 0) || (second === 0 && fourth === 0))
    return bytes[0] === 0 && bytes[1] === 0 ? 'utf-32' : encodingOf(bytes);
  const text = bytes.toString('utf8');
  if (text.trim() === '') return 'blank';
  const scanner = new Scanner(text);
  try {
    scanner.value();
    scanner.blanks();
    return scanner.isAtEnd() ? undefined : 'behind the value';
  } catch (error) {
    if (error instanceof JsonError) return error.kind;
    throw error;
  }
}

function encodingOf(bytes: Buffer): string {
  return bytes[0] !== 0 && bytes[1] === 0 && bytes[2] === 0 ? 'utf-32' : 'utf-16';
}

class JsonError extends Error {
  readonly kind: string;
  constructor(kind: string) {
    super(kind);
    this.kind = kind;
  }
}

/** A strict reader that stops at the first error and says what kind of text stands there. */
class Scanner {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  isAtEnd(): boolean {
    return this.#at >= this.#text.length;
  }

  blanks(): void {
    while (/^[ \t\r\n]$/.test(this.#next())) this.#at += 1;
  }

  /** The kind of text at the current position, where something else was expected. */
  nextKind(): string {
    const rest = this.#text.slice(this.#at, this.#at + 20);
    const kinds: readonly (readonly [RegExp, string])[] = [
      [/^$/, 'end'],
      [/^(\/\*|\/\/|#)/, 'comment'],
      [/^'/, 'single-quote'],
      [/^[,;]/, 'separator'],
      [/^[:=]/, 'colon'],
      [/^[\]}]/, 'close'],
      [/^[[{]/, 'open'],
      [/^"/, 'string'],
      [/^[-+]?(nan|inf(inity)?)\b/i, 'nan-or-infinity'],
      [/^[-+.]?[\d.]/, 'number'],
      [/^[A-Za-z_$]/, 'word'],
      [/^\ufeff/, 'byte-order-mark'],
      [/^[\0-\x1f\x7f]/, 'control-character'],
      [/^\s/, 'other-white-space'],
    ];
    return kinds.find(([pattern]) => pattern.test(rest))?.[1] ?? 'other';
  }

  value(): void {
    this.blanks();
    const next = this.#next();
    if (next === '{') this.#members();
    else if (next === '[') this.#elements();
    else if (next === '"') this.#string();
    else if (/[-\d]/.test(next)) this.#number();
    else if (!this.#skips(/(true|false|null)(?![A-Za-z0-9_$])/y)) throw new JsonError(this.nextKind());
  }

  #members(): void {
    this.#at += 1;
    this.blanks();
    if (this.#skips(/\}/y)) return;
    for (;;) {
      this.blanks();
      if (this.#next() !== '"') throw new JsonError(this.nextKind());
      this.#string();
      this.blanks();
      if (!this.#skips(/:/y)) throw new JsonError(this.nextKind());
      this.value();
      this.blanks();
      if (this.#skips(/\}/y)) return;
      if (!this.#skips(/,/y)) throw new JsonError(this.nextKind());
    }
  }

  #elements(): void {
    this.#at += 1;
    this.blanks();
    if (this.#skips(/\]/y)) return;
    for (;;) {
      this.value();
      this.blanks();
      if (this.#skips(/\]/y)) return;
      if (!this.#skips(/,/y)) throw new JsonError(this.nextKind());
    }
  }

  #string(): void {
    this.#at += 1;
    for (;;) {
      this.#skips(/[^"\\\0-\x1f]+/y);
      if (this.#skips(/"/y)) return;
      if (this.isAtEnd()) throw new JsonError('end');
      if (this.#next() !== '\\') throw new JsonError('control-character in a string');
      if (!this.#skips(/\\(["\\/bfnrt]|u[0-9a-fA-F]{4})/y)) throw new JsonError('escape');
    }
  }

  #number(): void {
    const whole = this.#skips(/-?(0|[1-9]\d*)(\.\d+)?([eE][-+]?\d+)?/y);
    if (!whole || /[\w.+]/.test(this.#next())) throw new JsonError('number');
  }

  #next(): string {
    return this.#text.charAt(this.#at);
  }

  #skips(pattern: RegExp): boolean {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text);
    if (found === null) return false;
    this.#at += found[0].length;
    return true;
  }
}
