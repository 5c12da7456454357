import { grouped } from '../../terminal/grouped.ts';
import { lengthOf, type PieceLine, plainLineOf } from '../clauses/pieces.ts';

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
