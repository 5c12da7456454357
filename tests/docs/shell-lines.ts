/** A line of a shell block with what continues it. */
export interface ShellLine {
  /** From 0, in the block. */
  readonly at: number;
  /** Without its comment. */
  readonly text: string;
  readonly comment: string;
  /** The commands of the line, in order: words without their quotation marks, and without redirections. */
  readonly commands: readonly (readonly string[])[];
}

/** A word in quotation marks, an escaped character, a comment, an operator, or plain text. */
const token =
  /'[^']*'|"(?:\\.|[^"\\])*"|\\\n *|\\.|(?:(?<=^|[\s;|&(])#[^\n]*)|&&|\|\||\d*>>?(?:&\d)?|<|[\n;|&()]|[ \t]+|[^\s'"\\;|&()<>]+/gs;

const separators = new Set(['&&', '||', ';', '|', '&', '(', ')']);

/** The lines of a shell block, as a shell would read them. Constructs such as loops and functions are not known. */
export function shellLines(block: string): ShellLine[] {
  const lines: ShellLine[] = [];
  let current = empty(0);
  let at = 0;
  for (const [piece] of `${block}\n`.matchAll(token)) {
    if (piece === '\n') {
      const line = ended(current);
      if (line !== undefined) lines.push(line);
      current = empty(at + 1);
    } else take(current, piece);
    at += piece.split('\n').length - 1;
  }
  return lines;
}

interface Reading {
  readonly at: number;
  text: string;
  comment: string;
  readonly commands: string[][];
  word: string | undefined;
  /** Whether the next word is the file of a redirection. */
  redirects: boolean;
}

function empty(at: number): Reading {
  return { at, text: '', comment: '', commands: [[]], word: undefined, redirects: false };
}

function take(reading: Reading, piece: string): void {
  if (piece.startsWith('#')) {
    reading.comment = piece.slice(1).trim();
    return;
  }
  reading.text += piece;
  if (/^[ \t]+$|^\\\n/.test(piece)) endWord(reading);
  else if (separators.has(piece)) {
    endWord(reading);
    reading.commands.push([]);
  } else if (/^\d*>|^</.test(piece)) {
    endWord(reading);
    reading.redirects = !piece.includes('&');
  } else reading.word = (reading.word ?? '') + unquoted(piece);
}

function unquoted(piece: string): string {
  if (/^['"]/.test(piece)) return piece.slice(1, -1);
  return piece.startsWith('\\') ? piece.slice(1) : piece;
}

function endWord(reading: Reading): void {
  const { word } = reading;
  reading.word = undefined;
  if (word === undefined) return;
  if (reading.redirects) reading.redirects = false;
  else reading.commands.at(-1)?.push(word);
}

function ended(reading: Reading): ShellLine | undefined {
  endWord(reading);
  const { at, text, comment } = reading;
  const commands = reading.commands.filter((words) => words.length > 0);
  return commands.length === 0 ? undefined : { at, text: text.trim(), comment, commands };
}
