import { grouped, visibleText } from '../formats/plain-text.ts';

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
  return { indent: 0, pieces: [{ text, mark }] };
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

function lengthOf(lines: readonly PieceLine[]): number {
  return lines.reduce(
    (sum, { indent, pieces }) =>
      sum + 1 + 2 * Math.min(indent, deepest) + pieces.reduce((length, { text }) => length + text.length, 0),
    0,
  );
}

/** How much of the text behind an error is marked. */
const markedCharacters = 12;

/**
 * A body that is no JSON: only the place where it stops being JSON is marked, with about `limit` characters around it. A text
 * that is no JSON from its first character on is marked as a whole.
 * @param error the index at which it stops
 */
export function brokenJsonLines(
  text: string,
  error: number,
  mark: string | undefined,
  limit: number,
): PieceLine[] {
  if (mark === undefined || text.slice(0, error).trim() === '')
    return [plainLineOf(visibleText(text, limit), mark)];
  const start = Math.max(0, error - Math.floor(limit / 2));
  const end = Math.min(text.length, error + markedCharacters);
  const rest = Math.min(text.length, start + limit);
  const wrong = end > error ? visibleText(text.slice(error, end)) : '⟨end⟩';
  return [
    {
      indent: 0,
      pieces: [
        { text: `${start > 0 ? '✂ …' : ''}${visibleText(text.slice(start, error))}` },
        { text: wrong, mark },
        { text: `${visibleText(text.slice(end, Math.max(end, rest)))}${rest < text.length ? '… ✂' : ''}` },
      ],
    },
  ];
}

/** Lines of context kept before and after a marked line. */
const around = 3;

/**
 * Cuts lines to about `limit` characters in total, keeping the first ones and those around marks. A line marks each
 * omission.
 */
export function shorterLines(lines: readonly PieceLine[], limit: number): PieceLine[] {
  if (lengthOf(lines) <= limit) return [...lines];
  const kept = new Set<number>();
  let left = limit;
  const keep = (index: number): void => {
    const line = lines[index];
    if (line === undefined || kept.has(index) || left <= 0) return;
    kept.add(index);
    left -= lengthOf([line]);
  };
  const marked = lines.flatMap(({ pieces }, index) =>
    pieces.some(({ mark }) => mark !== undefined) ? [index] : [],
  );
  for (const index of marked) {
    if (left < limit / 2) break;
    for (let near = index - around; near <= index + around; near += 1) keep(near);
  }
  for (let index = 0; index < lines.length && left > 0; index += 1) keep(index);
  return withGaps(lines, kept);
}

function withGaps(lines: readonly PieceLine[], kept: ReadonlySet<number>): PieceLine[] {
  const shown: PieceLine[] = [];
  let skipped = 0;
  const closeGap = (): void => {
    if (skipped > 0) shown.push(plainLineOf(`✂ ${grouped(skipped)} ${skipped === 1 ? 'line' : 'lines'} cut`));
    skipped = 0;
  };
  lines.forEach((line, index) => {
    if (kept.has(index)) {
      closeGap();
      shown.push(line);
    } else {
      skipped += 1;
    }
  });
  closeGap();
  return shown;
}
