import stringWidth from 'string-width';
import { line, type TerminalLine } from './lines.ts';

/** Wraps text to `columns` columns, with `lead` before the first line and the others indented to match. */
export function wrapped(
  lead: string,
  text: string,
  columns: number,
  style?: TerminalLine['style'],
): TerminalLine[] {
  const indent = stringWidth(lead);
  const width = Math.max(20, columns - indent);
  return rows(text, width).map((row, index) =>
    line(`${index === 0 ? lead : ' '.repeat(indent)}${row}`, style),
  );
}

/** Folds text at the width, wherever that is, so that no blank of it is lost. */
export function folded(indent: string, text: string, columns: number): TerminalLine[] {
  return pieces(text, Math.max(20, columns - indent.length)).map((piece) => line(`${indent}${piece}`));
}

/** Wraps plain text to 80 columns, with an indent on each line. */
export function indented(text: string, indent: number): string[] {
  return wrapped(' '.repeat(indent), text, 80).map((each) => each.text);
}

function rows(text: string, width: number): string[] {
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
