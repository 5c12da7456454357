/** Terminal escape sequences: CSI, the string sequences (OSC, DCS, SOS, PM, APC), and the short ones. */
const sequences =
  /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]|(?:\u001b[\]PX^_]|[\u009d\u0090\u0098\u009e\u009f])[^\u0007\u001b\u009c]*(?:\u0007|\u001b\\|\u009c)|\u001b[ -/]*[0-~]/g;

/** Control characters, and characters that reorder or hide text, except line feeds and tabs. */
const invisible = /(?![\n\t])[\p{Cc}\p{Cf}\p{Co}\p{Cn}]/gu;

/**
 * Makes text from a target safe for a terminal and for the log of a CI job: removes escape sequences, control
 * characters and bidirectional overrides, and disarms workflow commands. White space other than line feeds becomes a
 * space. Text longer than `limit` characters ends in "…".
 */
export function plainText(text: string, limit = Number.POSITIVE_INFINITY): string {
  const plain = Buffer.from(text)
    .toString()
    .replace(/\r\n?|[\u2028\u2029\v\f]/g, '\n')
    .replace(sequences, '')
    .replace(invisible, '')
    .replaceAll('\t', ' ');
  return withoutCommands(cut(plain, limit));
}

/** The same on one line: each run of white space becomes one space. */
export function plainLine(text: string, limit = Number.POSITIVE_INFINITY): string {
  return withoutCommands(cut(plainText(text).replace(/\s+/g, ' ').trim(), limit));
}

/**
 * Disarms what CI runners would read as commands by inserting a space: `::name` at the start of a line, even indented
 * (GitHub), and `##[name]`, `##vso[…]` and `##teamcity[…]` anywhere in a line (Azure, TeamCity).
 */
export function withoutCommands(text: string): string {
  return text.replace(/^(\s*):(?=:)/gm, '$1: ').replace(/#(?=#\w*\[)/g, '# ');
}

/** At most `limit` characters, including the "…"; a surrogate pair is never split. */
export function cut(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const characters = Array.from(text);
  return characters.length <= limit ? text : `${characters.slice(0, Math.max(0, limit - 1)).join('')}…`;
}
