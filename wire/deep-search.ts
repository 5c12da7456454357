import type { Found } from './automaton.ts';
import {
  type Coding,
  type Decoded,
  isRandom,
  type RunTexts,
  type Span,
  spacedHex,
  survey,
  textsIn,
  withoutEscapes,
  withoutQuotedPrintable,
} from './decoded-layers.ts';
import { createMemory } from './memory.ts';

/** How often a text is decoded, and how often escapes are undone before each time and behind the last. */
const deepest = { decodings: 3, escapes: 6 };

/** How many characters of runs are remembered: most runs occur again and again. */
const rememberedAtMost = 1 << 18;

/** Gets where something was found in a text, and in which outermost coding, if in one. */
type Report<T> = (found: Found<T> & { readonly coding?: Coding }) => void;

/**
 * Finds in a text and in everything that it encodes, whatever is encoded in what.
 * @param find what is called for each text
 */
export function createDeepSearch<T>(find: (text: string, report: Report<T>) => void) {
  /** Runs that encode no secret. */
  const clean = createMemory<true>(rememberedAtMost);
  let isUtf8 = false;

  /** Whether something was found in what a run encodes. */
  const searchRun = (run: Span, texts: RunTexts, report: Report<T>, depth: number): boolean => {
    let isFound = false;
    for (const [coding, text] of texts) {
      if (isRandom(text, isUtf8)) continue;
      const inRun: Report<T> = ({ value }) => {
        isFound = true;
        report({ ...run, value, coding });
      };
      search(text, inRun, depth + 1);
    }
    return isFound;
  };
  const search = (text: string, report: Report<T>, depth = 0): void => {
    let [layer, inText] = [text, report];
    let seen = survey(layer);
    find(layer, inText);
    for (let undone = 0; undone < deepest.escapes; undone += 1) {
      const next = withoutEscapes(layer, seen);
      if (next === undefined) break;
      [layer, inText] = [next.text, placed(next, inText)];
      seen = survey(layer);
      find(layer, inText);
    }
    if (depth === deepest.decodings) return;
    const printable = withoutQuotedPrintable(layer, seen);
    if (printable !== undefined) search(printable.text, placed(printable, inText), depth + 1);
    for (const span of seen.runs) {
      const run = layer.slice(span.start, span.end);
      if (depth === 0 && clean.get(run) === true) continue;
      const isFound = searchRun(span, textsIn(run), inText, depth);
      // A copy: a substring would keep the whole text in memory.
      if (depth === 0 && !isFound)
        clean.keep(Buffer.from(run, 'latin1').toString('latin1'), true, run.length);
    }
    for (const { texts, ...span } of spacedHex(layer, seen)) searchRun(span, texts, inText, depth);
  };
  return {
    /** Reports the places in the text itself; for base64 and hexadecimal digits, the whole run of them. */
    search: (text: string, report: Report<T>): void => search(text, report),
    /** From now on, `find` finds this text too. */
    added(text: string): void {
      isUtf8 ||= /[^\0-\x7f]/.test(text);
      clean.forget();
    },
  };
}

/** Reports what was found in a layer where that stood in the text. */
function placed<T>({ origin }: Decoded, report: Report<T>): Report<T> {
  return (found) => report({ ...found, start: origin[found.start] ?? 0, end: origin[found.end] ?? 0 });
}
