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

/** How often a text is decoded, and how often escapes are undone before each time and behind the last. */
const deepest = { decodings: 3, escapes: 6 };

/** Gets where something was found in a text, and in which outermost coding, if in one. */
type Report<T> = (found: Found<T> & { readonly coding?: Coding }) => void;

/**
 * Finds in a text and in everything that it encodes, whatever is encoded in what.
 * @param find what is called for each text
 */
export function createDeepSearch<T>(find: (text: string, report: Report<T>) => void) {
  const clean = createRunMemory();
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
      if (depth === 0 && clean.has(run)) continue;
      const isFound = searchRun(span, textsIn(run), inText, depth);
      if (depth === 0 && !isFound) clean.add(run);
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

/** How many characters of runs are remembered: most runs occur again and again. */
const rememberedAtMost = 1 << 18;

/** Runs that encode no secret, up to a total number of characters. */
function createRunMemory() {
  const seen = new Set<string>();
  let remembered = 0;
  const forget = (): void => {
    seen.clear();
    remembered = 0;
  };
  return {
    forget,
    has: (run: string): boolean => seen.has(run),
    add(run: string): void {
      if (run.length > rememberedAtMost) return;
      if (remembered + run.length > rememberedAtMost) forget();
      remembered += run.length;
      // A copy: a substring would keep the whole text in memory.
      seen.add(Buffer.from(run, 'latin1').toString('latin1'));
    },
  };
}
