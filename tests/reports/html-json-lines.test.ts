import { expect, test } from 'vitest';
import { jsonLines } from '../../reports/html/json-lines.ts';
import { joinedLines, shorterLines } from '../../reports/html/pieces.ts';

type LaidOut = Exclude<ReturnType<typeof jsonLines>, { readonly brokenAt: number }>;

/** The text laid out, marked parts between ‹ and ›. */
function laidOut(text: string, marks: readonly string[] = [], longest = 100): string | undefined {
  const sizes = { value: longest, unmarked: 10_000 };
  const laidOut = jsonLines(text, new Map(marks.map((pointer) => [pointer, 'wrong'])), sizes);
  if ('brokenAt' in laidOut) return undefined;
  const pieces = joinedLines(laidOut.lines);
  return pieces.map((piece) => (piece.mark === undefined ? piece.text : `‹${piece.text}›`)).join('');
}

test('JSON is laid out with its tokens as they came.', () => {
  expect(laidOut('{"a":[1.50,{"b":"\\u0041"},[]],"a":1e400,"c":{}}')).toBe(
    '{\n  "a": [\n    1.50,\n    {\n      "b": "\\u0041"\n    },\n    []\n  ],\n  "a": 1e400,\n  "c": {}\n}',
  );
});

test('The value at a pointer is marked, in arrays and behind escaped names too.', () => {
  expect(laidOut('{"a":[1,2]}', ['/a/1'])).toBe('{\n  "a": [\n    1,\n    ‹2›\n  ]\n}');
  expect(laidOut('{"x/y":{"~":null}}', ['/x~1y/~0'])).toBe('{\n  "x/y": {\n    "~": ‹null›\n  }\n}');
  expect(laidOut('7', [''])).toBe('‹7›');
});

test('A member that is missing is marked in the nearest object there is.', () => {
  expect(laidOut('{"a":{}}', ['/a/b/c'])).toBe('{\n  "a": {}\n    ‹← b/c is missing here›\n}');
});

test('What is not one JSON value is not laid out.', () => {
  for (const text of ['', '{', '{} {}', '{"a":1,}']) expect(laidOut(text)).toBeUndefined();
  expect(jsonLines('{"a":1,}', new Map(), { value: 9, unmarked: 9 })).toEqual({ brokenAt: 7 });
});

test('A long string is cut inside its quotes, and its length stands behind it.', () => {
  expect(laidOut(JSON.stringify('x'.repeat(200)), [], 10)).toBe('"xxxxxxxxx…" ✂ 202 characters');
});

test('Depth and length of a body do no harm.', () => {
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  expect(laidOut(deep)?.startsWith('[\n  [')).toBe(true);
  expect(laidOut(deep, ['/0/0'])?.startsWith('[\n  [\n    ‹[›')).toBe(true);
});

test('Of many lines, the first and those around marks are kept, with the number of omitted ones.', () => {
  const text = JSON.stringify({ list: Array.from({ length: 1_000 }, (_, index) => index) });
  const marks = new Map([['/list/900', 'wrong']]);
  const { lines } = jsonLines(text, marks, { value: 100, unmarked: 300 }) as LaidOut;
  const short = joinedLines(shorterLines(lines, 300));
  const shown = short.map((piece) => piece.text).join('');
  expect(shown.length).toBeLessThan(400);
  expect(short.find(({ mark }) => mark === 'wrong')?.text).toBe('900');
  expect(shown).toMatch(/^\{\n {2}"list": \[\n {4}0,/);
  expect(shown).toMatch(/✂ \d+ lines cut\n {4}897,/);
});

test('Without a mark the layout ends where nothing more is shown.', () => {
  const text = JSON.stringify(Array.from({ length: 100_000 }, (_, index) => index));
  const laid = jsonLines(text, new Map(), { value: 100, unmarked: 300 }) as LaidOut;
  expect(laid.isWhole).toBe(false);
  expect(laid.lines.length).toBeLessThan(80);
});
