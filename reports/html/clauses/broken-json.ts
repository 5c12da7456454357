import { visibleText } from '../exchange/visible-text.ts';
import { type PieceLine, plainLineOf } from './pieces.ts';

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
