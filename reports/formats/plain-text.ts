/**
 * Terminal escape sequences: CSI, the string sequences (OSC, DCS, SOS, PM, APC), and the short ones. A string sequence ends
 * where another begins: otherwise a text of nothing but beginnings would be searched to its end from each of them.
 */
const sequences =
  /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]|(?:\u001b[\]PX^_]|[\u009d\u0090\u0098\u009e\u009f])[^\u0007\u001b\u009c\u009d\u0090\u0098\u009e\u009f]*(?:\u0007|\u001b\\|\u009c)|\u001b[ -/]*[0-~]/g;

/** Control characters, and characters that reorder or hide text, except line feeds and tabs. */
const invisible = /(?![\n\t])[\p{Cc}\p{Cf}\p{Co}\p{Cn}]/gu;

/**
 * Makes text from a target safe for a terminal and for the log of a CI job: removes escape sequences, control
 * characters and bidirectional overrides, and disarms workflow commands. White space other than line feeds becomes a
 * space. Text longer than `limit` characters ends in "…".
 */
export function plainText(text: string, limit = Number.POSITIVE_INFINITY): string {
  const read = text.slice(0, readFor(limit));
  return withoutCommands(shortened(cleaned(read), limit, read.length < text.length));
}

/** The same on one line: each run of white space becomes one space. */
export function plainLine(text: string, limit = Number.POSITIVE_INFINITY): string {
  const read = text.slice(0, readFor(limit));
  const line = withoutCommands(cleaned(read))
    .replace(/\s/g, ' ')
    .replace(/(?<= ) /g, '')
    .trim();
  return withoutCommands(shortened(line, limit, read.length < text.length));
}

/** Where only the beginning is shown, only this much is read: what is removed may be longer than what stays. */
function readFor(limit: number): number {
  return 8 * limit + 1_000;
}

function cleaned(text: string): string {
  return Buffer.from(text)
    .toString()
    .replace(/\r\n?|[\u2028\u2029\v\f]/g, '\n')
    .replace(sequences, '')
    .replace(invisible, '')
    .replaceAll('\t', ' ');
}

/** As `cut`; what was not read is marked too. */
function shortened(text: string, limit: number, hasMore: boolean): string {
  return hasMore && text.length <= limit ? cut(`${text}…`, limit) : cut(text, limit);
}

/**
 * Disarms what CI runners would read as commands by inserting a space: `::name` at the start of a line, even indented
 * (GitHub), and `##[name]`, `##vso[…]` and `##teamcity[…]` anywhere in a line (Azure, TeamCity).
 */
export function withoutCommands(text: string): string {
  return text.replace(/^([^\S\n\r\u2028\u2029]*):(?=:)/gm, '$1: ').replace(/#(?=#\w*\[)/g, '# ');
}

/** At most `limit` characters, including the "…"; a surrogate pair is never split. */
export function cut(text: string, limit: number): string {
  if (text.length <= limit) return text;
  // A character has at most two units.
  const characters = Array.from(text.slice(0, 2 * limit + 1));
  return characters.length <= limit ? text : `${characters.slice(0, Math.max(0, limit - 1)).join('')}…`;
}
