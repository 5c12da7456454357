import { styleText } from 'node:util';
import { withoutCommands } from '../formats/plain-text.ts';

type Style = Parameters<typeof styleText>[0];

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

/** A line of output before colouring. */
export interface TerminalLine {
  readonly text: string;
  readonly style?: Style;
}

export function line(text: string, style?: Style): TerminalLine {
  return style === undefined ? { text } : { text, style };
}

export const blank: TerminalLine = { text: '' };

/** How many more there are than shown. */
export function andMore(count: number): TerminalLine[] {
  return count > 0 ? [line(`  … and ${count} more in report.json`)] : [];
}

/** Joins lines, with colours if enabled. No line can be read as a command by a CI runner. */
export function joined(lines: readonly TerminalLine[], colour: boolean): string {
  const texts = lines.map(({ text, style }) => {
    const plain = withoutCommands(text.trimEnd());
    return colour && style !== undefined && plain !== ''
      ? styleText(style, plain, { validateStream: false })
      : plain;
  });
  return `${texts.join('\n')}\n`;
}

/** The columns of a terminal, at most 120; 80 if they are unknown. */
export function columnsOf({ columns }: { readonly columns?: number }): number {
  return columns === undefined || columns === 0 ? 80 : Math.min(columns, 120);
}
