import { styleText } from 'node:util';
import stringWidth from 'string-width';
import { withoutCommands } from '../formats/plain-text.ts';

/** How to lay out output. */
export interface TerminalLayout {
  readonly columns: number;
  /** Set by the caller from NO_COLOR and whether the output is a terminal. */
  readonly colour: boolean;
}

/** Whether to colour what is written to an output. */
export function isColoured({ isTTY }: { readonly isTTY?: boolean }): boolean {
  return isTTY === true && process.env.NO_COLOR === undefined;
}

/** Text of an output before it is laid out. */
export interface TerminalLine {
  /** Before its first row; the others are indented to match. */
  readonly lead: string;
  readonly text: string;
  readonly style?: Parameters<typeof styleText>[0];
  /** Where it goes on in another row, if it may. */
  readonly wraps?: 'at-blanks' | 'anywhere';
}

/** Text in one row, however long. */
export function line(text: string, style?: TerminalLine['style']): TerminalLine {
  return { lead: '', text, style };
}

export const blank = line('');

/** Text that is wrapped at blanks. */
export function wrapped(lead: string, text: string, style?: TerminalLine['style']): TerminalLine {
  return { lead, text, style, wraps: 'at-blanks' };
}

/** The same behind a label. */
export function row(label: string, text: string): TerminalLine {
  return wrapped(`  ${label.padEnd(10)}`, text);
}

/** Text that is folded at the width, wherever that is, so that no blank of it is lost. */
export function folded(indent: string, text: string): TerminalLine {
  return { lead: indent, text, wraps: 'anywhere' };
}

/** How many more there are than shown. */
export function andMore(count: number): TerminalLine[] {
  return count > 0 ? [line(`  … and ${count} more in report.json`)] : [];
}

/** Joins lines, with colours if enabled. No row can be read as a command by a CI runner. */
export function joined(lines: readonly TerminalLine[], { columns, colour }: TerminalLayout): string {
  const texts = lines.flatMap((each) =>
    rowsOf(each, columns).map((row) => {
      const plain = withoutCommands(row.trimEnd());
      return colour && each.style !== undefined && plain !== ''
        ? styleText(each.style, plain, { validateStream: false })
        : plain;
    }),
  );
  return `${texts.join('\n')}\n`;
}

/** The columns of a terminal, at most 120; 80 if they are unknown. */
export function columnsOf({ columns }: { readonly columns?: number }): number {
  return columns === undefined || columns === 0 ? 80 : Math.min(columns, 120);
}

/** The rows of a line in so many columns. */
export function rowsOf({ lead, text, wraps }: TerminalLine, columns: number): string[] {
  const indent = stringWidth(lead);
  const width = Math.max(20, columns - indent);
  const rows =
    wraps === undefined ? [text] : wraps === 'anywhere' ? pieces(text, width) : rowsOfWords(text, width);
  return rows.map((row, index) => `${index === 0 ? lead : ' '.repeat(indent)}${row}`);
}

/** Wraps plain text to 80 columns, with an indent on each line. */
export function indented(text: string, indent: number): string[] {
  return rowsOf(wrapped(' '.repeat(indent), text), 80);
}

function rowsOfWords(text: string, width: number): string[] {
  const done: string[] = [];
  let row = '';
  const words = text.split(/\s/).filter((each) => each !== '');
  for (const word of words.flatMap((each) => pieces(each, width))) {
    const longer = row === '' ? word : `${row} ${word}`;
    if (row === '' || stringWidth(longer) <= width) {
      row = longer;
    } else {
      done.push(row);
      row = word;
    }
  }
  return [...done, row];
}

/** What a reader sees as one character may be several code points; it is never split. */
const characters = new Intl.Segmenter();

/** The time to segment a text grows with the square of its length, so long words are segmented in portions. */
const portions = /.{1,1000}/gsu;

/** Splits a word that is wider than a line. */
function pieces(word: string, width: number): string[] {
  if (word.length <= 1_000 && stringWidth(word) <= width) return [word];
  const done: string[] = [];
  let piece = '';
  let taken = 0;
  for (const portion of word.match(portions) ?? []) {
    for (const { segment } of characters.segment(portion)) {
      const more = stringWidth(segment);
      if (taken > 0 && taken + more > width) {
        done.push(piece);
        piece = '';
        taken = 0;
      }
      piece += segment;
      taken += more;
    }
  }
  return [...done, piece];
}
