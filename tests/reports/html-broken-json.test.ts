import { expect, test } from 'vitest';
import { syntaxErrorAt } from '../../json/scan-json.ts';
import { brokenJsonLines } from '../../reports/html/pieces.ts';

const piecesOf = (text: string, limit = 40) =>
  brokenJsonLines(text, syntaxErrorAt(text) ?? Number.NaN, 'no JSON', limit).flatMap(({ pieces }) => pieces);

test('Only the place where a body stops being JSON is marked.', () => {
  expect(piecesOf('{"a":1,"b":NaN,"c":"a text behind it"}')).toEqual([
    { text: '{"a":1,"b":' },
    { text: 'NaN,"c":"a t', mark: 'no JSON' },
    { text: 'ext behind it"}' },
  ]);
});

test('A long body is cut around that place, and its end is named.', () => {
  expect(piecesOf(`{"a":"${'x'.repeat(100)}"`)).toEqual([
    { text: `✂ …${'x'.repeat(19)}"` },
    { text: '⟨end⟩', mark: 'no JSON' },
    { text: '' },
  ]);
});

test('Text that is not JSON from the start is marked as a whole.', () => {
  expect(piecesOf(' <html>')).toEqual([{ text: ' <html>', mark: 'no JSON' }]);
});

test('Without a mark, the text is shown as it is.', () => {
  expect(brokenJsonLines('{', 1, undefined, 10)).toEqual([{ indent: 0, pieces: [{ text: '{' }] }]);
});
