import { plainLine } from './plain-text.ts';

/**
 * A target's words as a code span of Markdown, on one line: nothing in it is markup, a mention, a reference to an issue or
 * a link. The fence is longer than any run of backticks inside (CommonMark §6.1).
 */
export function markdownCode(text: string, limit = 300): string {
  const plain = plainLine(text, limit);
  const longest = Math.max(0, ...(plain.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  // A span may neither be empty nor begin or end with a backtick; blanks around it are taken away again.
  return plain === '' ? '(nothing)' : `${fence} ${plain} ${fence}`;
}
