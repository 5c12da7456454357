import { plainLine } from './plain-text.ts';

/**
 * Text from a target as a Markdown code span on one line, so that nothing in it becomes markup, a mention, an issue
 * reference or a link. The fence is longer than any run of backticks inside (CommonMark §6.1).
 */
export function markdownCode(text: string, limit = 300): string {
  const plain = plainLine(text, limit);
  const longest = (plain.match(/`+/g) ?? []).reduce((most, { length }) => Math.max(most, length), 0);
  const fence = '`'.repeat(longest + 1);
  // A span must not be empty, nor begin or end with a backtick; renderers strip the spaces around it.
  return plain === '' ? '(nothing)' : `${fence} ${plain} ${fence}`;
}
