/** A piece of text; `mark` says what is wrong with it, if anything. */
export interface Piece {
  readonly text: string;
  readonly mark?: string;
}

/** A line of a message: its indent and its pieces. */
export interface PieceLine {
  readonly indent: number;
  readonly pieces: readonly Piece[];
}

export function plainLineOf(text: string, mark?: string): PieceLine {
  return { indent: 0, pieces: [mark === undefined ? { text } : { text, mark }] };
}

/** Deeper nesting gets the same indent. */
export const deepest = 24;

/** Joins lines with line feeds; adjacent pieces with the same mark are merged. */
export function joinedLines(lines: readonly PieceLine[]): Piece[] {
  const joined: { text: string; mark?: string }[] = [];
  const add = (piece: Piece): void => {
    const last = joined.at(-1);
    if (last !== undefined && last.mark === piece.mark) last.text += piece.text;
    else joined.push({ ...piece });
  };
  lines.forEach(({ indent, pieces }, index) => {
    add({ text: `${index === 0 ? '' : '\n'}${' '.repeat(2 * Math.min(indent, deepest))}` });
    pieces.forEach(add);
  });
  return joined.filter(({ text }) => text !== '');
}

export function lengthOf(lines: readonly PieceLine[]): number {
  return lines.reduce(
    (sum, { indent, pieces }) =>
      sum + 1 + 2 * Math.min(indent, deepest) + pieces.reduce((length, { text }) => length + text.length, 0),
    0,
  );
}
