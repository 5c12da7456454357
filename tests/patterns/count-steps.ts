import type { Node, Pattern } from './read-pattern.ts';

type Next = (at: number) => boolean;

/** More steps than this are too many for any input of a test. */
export const tooMany = 4_000_000;

class TooMany extends Error {}

/**
 * How many characters a backtracking engine compares while it looks for all matches of a pattern, as JavaScript does:
 * from each place in turn, each repetition as often as possible (or as seldom), and back. At most `tooMany`.
 */
export function countSteps({ root, flags }: Pattern, input: string): number {
  const text = flags.includes('u') ? Array.from(input) : input.split('');
  const isMultiline = flags.includes('m');
  let steps = 0;

  const isWord = (at: number): boolean => /\w/.test(text[at] ?? '');
  const holds = (edge: 'start' | 'end' | 'word' | 'no-word', at: number): boolean => {
    if (edge === 'start') return at === 0 || (isMultiline && isLineEnd(text[at - 1]));
    if (edge === 'end') return at === text.length || (isMultiline && isLineEnd(text[at]));
    return (isWord(at - 1) !== isWord(at)) === (edge === 'word');
  };

  /** Matches towards the end, or towards the beginning inside a lookbehind. */
  function match(node: Node, at: number, isBack: boolean, next: Next): boolean {
    switch (node.kind) {
      case 'character': {
        steps += 1;
        if (steps > tooMany) throw new TooMany();
        const character = text[isBack ? at - 1 : at];
        return character !== undefined && node.matches(character) && next(isBack ? at - 1 : at + 1);
      }
      case 'edge':
        return holds(node.edge, at) && next(at);
      case 'look': {
        const isFound = match(node.part, at, node.isBehind, () => true);
        return isFound !== node.isNegative && next(at);
      }
      case 'choice':
        return node.options.some((option) => match(option, at, isBack, next));
      case 'sequence':
        return sequence(isBack ? node.parts.toReversed() : node.parts, 0, at, isBack, next);
      case 'repeat':
        return repeat(node, 0, at, isBack, next);
    }
  }

  function sequence(parts: readonly Node[], index: number, at: number, isBack: boolean, next: Next): boolean {
    const part = parts[index];
    if (part === undefined) return next(at);
    return match(part, at, isBack, (after) => sequence(parts, index + 1, after, isBack, next));
  }

  function repeat(
    node: Extract<Node, { kind: 'repeat' }>,
    times: number,
    at: number,
    isBack: boolean,
    next: Next,
  ): boolean {
    const more = (): boolean =>
      times < node.max &&
      match(
        node.part,
        at,
        isBack,
        (after) => (after !== at || times < node.min) && repeat(node, times + 1, after, isBack, next),
      );
    const enough = (): boolean => times >= node.min && next(at);
    return node.isLazy ? enough() || more() : more() || enough();
  }

  const onlyAtStart = !isMultiline && isAnchored(root);
  try {
    for (let at = 0; at <= text.length; ) {
      let end = -1;
      match(root, at, false, (after) => {
        end = after;
        return true;
      });
      if (flags.includes('y') || onlyAtStart) break;
      if (end !== -1 && !flags.includes('g')) break;
      at = end > at ? end : at + 1;
    }
  } catch (error) {
    if (error instanceof TooMany) return tooMany;
    throw error;
  }
  return steps;
}

function isLineEnd(character: string | undefined): boolean {
  return character !== undefined && '\n\r\u2028\u2029'.includes(character);
}

/** Whether every match begins at the beginning of the text, so that an engine tries no other place. */
function isAnchored(node: Node): boolean {
  if (node.kind === 'edge') return node.edge === 'start';
  if (node.kind === 'sequence') return node.parts[0] !== undefined && isAnchored(node.parts[0]);
  return node.kind === 'choice' && node.options.every(isAnchored);
}
