import { brokenLines, type Night, spansOf } from '../../history/history.ts';
import { shownLines } from '../../history/history-view.tsx';
import type { ReportFinding, ReportObservation } from '../../report/report.ts';
import type { Piece } from '../clauses/pieces.ts';
import type { ShownExchange } from '../exchange/shown-exchange.ts';
import { visibleText } from '../exchange/visible-text.ts';
import { findingText, observedText } from '../limits.ts';
import { isBreakable } from './copyable.tsx';

/** The approximate bytes of content in a page, including tags and escapes. */
export const sizeOf = {
  text: textSize,
  exchange({ id, request, answer, curl }: ShownExchange): number {
    return 270 + 2 * id.length + piecesSize(request) + piecesSize(answer) + commandSize(curl ?? '');
  },
  /** Without its exchange. */
  finding({ message, expected, actual, exchanges }: ReportFinding): number {
    const texts = [message, expected, actual].map((text) => textSize(visibleText(text, findingText)));
    return texts.reduce((sum, size) => sum + size, 2_300 + 150 * exchanges.length);
  },
  /** What the history adds to a page: a picture, the same in words, and a table. */
  history(nights: readonly Night[]): number {
    const lines = brokenLines(nights).slice(0, shownLines);
    return lines.reduce((sum, line) => sum + 420 + 420 * spansOf(line).length, 2_000 + 1_400 * nights.length);
  },
  /** Counted twice, because it is shown beside the clause and in the check. */
  observation: ({ value }: ReportObservation): number =>
    2 * (40 + textSize(visibleText(value, observedText))),
} as const;

function piecesSize(pieces: readonly Piece[]): number {
  const isMarked = pieces.some(({ mark }) => mark !== undefined);
  return pieces.reduce(
    (sum, { text }) =>
      sum + (isMarked ? 30 + textSize(text) : Buffer.byteLength(text) + 4 * count(text, /[&<]/g)),
    0,
  );
}

function commandSize(command: string): number {
  return textSize(command) + 13 * command.split(/\s+/).filter(isBreakable).length;
}

/** The size as preact writes text, with quotes escaped. */
function textSize(text: string): number {
  return Buffer.byteLength(text) + 5 * count(text, /["&<]/g);
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
