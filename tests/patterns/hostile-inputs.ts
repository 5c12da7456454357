import type { Node, Pattern } from './read-pattern.ts';

/** What an attacker repeats, and what is in front of it and behind it. */
export interface Attack {
  readonly front: string;
  readonly pump: string;
  readonly behind: string;
}

/** Runs that hurt patterns whatever they look for. */
const usualPumps = [
  '\n',
  ' ',
  '\t',
  '\r',
  '\r\n',
  ' \n',
  'a',
  'A',
  '0',
  '/',
  '\\',
  '"',
  '[',
  '{',
  ':',
  '#',
  '\u001b',
  '\u009d',
];

/** A longer one is not repeated: what begins again does so within fewer characters. */
const longestPump = 24;

const usualEnds = ['', '\n', '!', 'a'];

/** Attacks made from the parts of a pattern: each part, what leads to it, and each two characters, repeated. */
export function attacksOn({ root }: Pattern): Attack[] {
  const characters = new Set(samplesOf(root));
  const pumps = new Set([...usualPumps, ...characters]);
  const few = [...characters].slice(0, 9);
  for (const one of few) for (const other of few) pumps.add(one + other);
  const fronts = new Set(['']);
  visit(root, '', (part, front) => {
    if (fronts.size < 8) fronts.add(front);
    if (front.length > 0 && front.length <= longestPump) pumps.add(front);
    for (const text of examples(part)) if (text.length > 0 && text.length <= longestPump) pumps.add(text);
    for (const text of examples(part))
      if (text.length > 1 && text.length <= longestPump) pumps.add(text.slice(0, -1));
  });
  return [...pumps].flatMap((pump) =>
    [...fronts].flatMap((front) => usualEnds.map((behind) => ({ front, pump, behind }))),
  );
}

export function written({ front, pump, behind }: Attack, times: number): string {
  return `${front}${pump.repeat(times)}${behind}`;
}

/** The longest repetition with an end: inputs must be longer to show how the cost grows. */
export function longestCount(node: Node): number {
  switch (node.kind) {
    case 'repeat':
      return Math.max(node.max === Number.POSITIVE_INFINITY ? node.min : node.max, longestCount(node.part));
    case 'look':
      return longestCount(node.part);
    case 'sequence':
      return Math.max(0, ...node.parts.map(longestCount));
    case 'choice':
      return Math.max(0, ...node.options.map(longestCount));
    default:
      return 0;
  }
}

/** Whether the cost of a pattern can depend on how long a text is at one place. */
export function repeats(node: Node): boolean {
  switch (node.kind) {
    case 'repeat':
      return node.max > 1 || repeats(node.part);
    case 'look':
      return repeats(node.part);
    case 'sequence':
      return node.parts.some(repeats);
    case 'choice':
      return node.options.some(repeats);
    default:
      return false;
  }
}

function samplesOf(node: Node): string[] {
  switch (node.kind) {
    case 'character':
      return Array.from(node.samples);
    case 'sequence':
      return node.parts.flatMap(samplesOf);
    case 'choice':
      return node.options.flatMap(samplesOf);
    case 'repeat':
    case 'look':
      return samplesOf(node.part);
    case 'edge':
      return [];
  }
}

/** Texts that a part matches: with each repetition as short as it may be, and once more. */
function examples(node: Node): string[] {
  return [...new Set([example(node, 0), example(node, 1)])];
}

function example(node: Node, extra: number): string {
  switch (node.kind) {
    case 'character':
      return Array.from(node.samples)[extra] ?? Array.from(node.samples)[0] ?? '';
    case 'sequence':
      return node.parts.map((part) => example(part, extra)).join('');
    case 'choice':
      return node.options[0] === undefined ? '' : example(node.options[0], extra);
    case 'repeat':
      return example(node.part, extra).repeat(Math.min(node.max, node.min + extra));
    case 'look':
    case 'edge':
      return '';
  }
}

/** Calls `found` with each part, and a text that leads to it. */
function visit(node: Node, front: string, found: (part: Node, front: string) => void): void {
  found(node, front);
  if (node.kind === 'choice') for (const option of node.options) visit(option, front, found);
  if (node.kind === 'repeat' || node.kind === 'look') visit(node.part, front, found);
  if (node.kind !== 'sequence') return;
  let led = front;
  for (const part of node.parts) {
    visit(part, led, found);
    led += example(part, 1);
  }
}
