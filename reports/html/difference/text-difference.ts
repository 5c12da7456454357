/** A part of a text, and whether the other text has it too. */
export interface Part {
  readonly text: string;
  readonly common: boolean;
}

type Letters = readonly string[];

/** Shorter common parts are chance. */
const leastCommon = 3;

/**
 * Splits two texts into the parts that they have in common, in the same order, and those that they have not. The time it
 * takes grows with the product of their lengths.
 */
export function textDifference(text: string, otherText: string): readonly [one: Part[], other: Part[]] {
  // By code points, so that no surrogate pair is split.
  const [one, other] = [[...text], [...otherText]];
  const lengths = commonLengths(one, other);
  const marks: readonly [boolean[], boolean[]] = [[], []];
  let [at, across] = [0, 0];
  while (at < one.length && across < other.length) {
    const run = commonRun(one, other, at, across);
    const both = (lengths[at]?.[across] ?? 0) === run + (lengths[at + run]?.[across + run] ?? 0);
    if (run >= leastCommon && both) {
      for (let step = 0; step < run; step += 1) {
        marks[0][at + step] = true;
        marks[1][across + step] = true;
      }
      at += run;
      across += run;
    } else if ((lengths[at + 1]?.[across] ?? 0) >= (lengths[at]?.[across + 1] ?? 0)) at += 1;
    else across += 1;
  }
  return [partsOf(one, marks[0]), partsOf(other, marks[1])];
}

/** The length of the longest common subsequence of what begins at each pair of positions. */
function commonLengths(one: Letters, other: Letters): readonly Uint16Array[] {
  const rows = Array.from({ length: one.length + 1 }, () => new Uint16Array(other.length + 1));
  for (let at = one.length - 1; at >= 0; at -= 1) {
    const [row, next] = [rows[at], rows[at + 1]];
    if (row === undefined || next === undefined) continue;
    for (let across = other.length - 1; across >= 0; across -= 1) {
      row[across] =
        one[at] === other[across]
          ? (next[across + 1] ?? 0) + 1
          : Math.max(next[across] ?? 0, row[across + 1] ?? 0);
    }
  }
  return rows;
}

function commonRun(one: Letters, other: Letters, at: number, across: number): number {
  let run = 0;
  while (at + run < one.length && one[at + run] === other[across + run]) run += 1;
  return run;
}

function partsOf(text: Letters, marks: readonly boolean[]): Part[] {
  const parts: { text: string; common: boolean }[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const common = marks[at] === true;
    const last = parts.at(-1);
    if (last?.common === common) last.text += text[at];
    else parts.push({ text: text[at] ?? '', common });
  }
  return parts;
}
