import { styleText } from 'node:util';
import { withoutCommands } from '../formats/plain-text.ts';

type Style = Parameters<typeof styleText>[0];

/** How output is laid out. */
export interface TerminalLayout {
  readonly columns: number;
  /** The caller looks at NO_COLOR and whether there is a terminal. */
  readonly colour: boolean;
}

/** A line of output before it is coloured. */
export interface TerminalLine {
  readonly text: string;
  readonly style?: Style;
}

export function line(text: string, style?: Style): TerminalLine {
  return style === undefined ? { text } : { text, style };
}

export const blank: TerminalLine = { text: '' };

/** How many more there are than are shown. */
export function andMore(count: number): TerminalLine[] {
  return count > 0 ? [line(`  … and ${count} more in report.json`)] : [];
}

/** The lines as text; colours only where they are asked for. No line can be a command to a CI runner. */
export function joined(lines: readonly TerminalLine[], colour: boolean): string {
  const texts = lines.map(({ text, style }) => {
    const plain = withoutCommands(text.trimEnd());
    return colour && style !== undefined && plain !== ''
      ? styleText(style, plain, { validateStream: false })
      : plain;
  });
  return `${texts.join('\n')}\n`;
}

/** Text in lines of at most `columns` columns, the first behind `lead`, the others indented as far. */
export function wrapped(lead: string, text: string, columns: number, style?: Style): TerminalLine[] {
  const indent = widthOf(lead);
  const width = Math.max(20, columns - indent);
  return rows(text, width).map((row, index) =>
    line(`${index === 0 ? lead : ' '.repeat(indent)}${row}`, style),
  );
}

/** Plain text in lines of at most 80 columns, each indented by so many spaces. */
export function indented(text: string, indent: number): string[] {
  return wrapped(' '.repeat(indent), text, 80).map((each) => each.text);
}

/** The columns of a terminal, 120 at most; 80 where there is none, or where it does not know. */
export function columnsOf({ columns }: { readonly columns?: number | undefined }): number {
  return columns === undefined || columns === 0 ? 80 : Math.min(columns, 120);
}

function rows(text: string, width: number): string[] {
  const done: string[] = [];
  let row = '';
  for (const word of text.split(/\s+/).flatMap((each) => pieces(each, width))) {
    const longer = row === '' ? word : `${row} ${word}`;
    if (widthOf(longer) <= width) {
      row = longer;
    } else {
      done.push(row);
      row = word;
    }
  }
  return [...done, row];
}

/** A word that is wider than a line, in pieces that are not. */
function pieces(word: string, width: number): string[] {
  if (widthOf(word) <= width) return [word];
  const done: string[] = [];
  let piece = '';
  let taken = 0;
  for (const character of word) {
    const more = widthOf(character);
    if (taken + more > width) {
      done.push(piece);
      piece = '';
      taken = 0;
    }
    piece += character;
    taken += more;
  }
  return [...done, piece];
}

/** Ideographs, kana, hangul, full-width forms and emoji take two columns. */
const wide =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\p{Emoji_Presentation}]/gu;

function widthOf(text: string): number {
  const characters = Array.from(text).length;
  return characters + (text.match(wide)?.length ?? 0);
}
