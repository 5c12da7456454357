import type { Journal } from '../../journal/journal.ts';
import { keptBytes } from '../../session/kept-bytes.ts';
import { atOnce } from '../../wire/arriving.ts';

/** Responses of the preflight are not judged, so only this many bytes of a large one are kept. */
const keptAtMost = 16 * 1024 ** 2;
const large = 256 * 1024;

/** A journal that watches how large responses were. */
export function watching(journal: Journal): {
  readonly journal: Journal;
  atOnce(): number;
} {
  let most = Number.POSITIVE_INFINITY;
  let kept = 0;
  const exchange: Journal['exchange'] = (each) => {
    const { answer } = each;
    most = Math.min(most, atOnce(each));
    const bytes = answer === undefined ? 0 : keptBytes(answer, large);
    if (bytes > 0 && kept > 0 && kept + bytes > keptAtMost) return;
    kept += bytes;
    journal.exchange(each);
  };
  return { journal: { ...journal, exchange }, atOnce: () => most };
}
