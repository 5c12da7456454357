import { expect, test } from 'vitest';
import { shellLines } from './shell-lines.ts';

const commandsOf = (block: string) => shellLines(block).map(({ commands }) => commands);

test('Commands end at operators and at line ends, not in quotation marks or behind a backslash.', () => {
  expect(commandsOf("a 'b && c' \\\n  d && e | f\n(g h; i)")).toEqual([
    [['a', 'b && c', 'd'], ['e'], ['f']],
    [['g', 'h'], ['i']],
  ]);
  expect(commandsOf("jq '{a: 1,\n  b}' file")).toEqual([[['jq', '{a: 1,\n  b}', 'file']]]);
});

test('Redirections are no words, and a comment is one only at the beginning of a word.', () => {
  expect(commandsOf('a <in.txt >out 2>&1 b || c >> d')).toEqual([[['a', 'b'], ['c']]]);
  const [line, ...none] = shellLines("a 'x#1#2' b#c   # status 1: why\n# only a comment\n");
  expect(none).toEqual([]);
  expect(line).toMatchObject({ at: 0, text: "a 'x#1#2' b#c", comment: 'status 1: why' });
});

test('A line knows where in its block it begins.', () => {
  expect(shellLines('a \\\n b\n\nc "d\ne"\nf').map(({ at }) => at)).toEqual([0, 3, 5]);
});
