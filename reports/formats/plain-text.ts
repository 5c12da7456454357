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

/** Text of others within a sentence: on one line, bounded, and in quotation marks, which show where it ends. */
export function quoted(text: string, limit = 200): string {
  return JSON.stringify(plainLine(text, limit));
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

/** Text as plain text in Markdown on one line, so that nothing in it becomes markup. */
export function markdownText(text: string): string {
  return plainLine(text).replace(/[\\`*_[\]<>|#]/g, '\\$&');
}

/** Characters that cannot be seen: controls, blanks other than the space, and what hides or reorders text. */
const unseen = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/gu;

/** Text with every invisible character replaced by its name (`⟨U+00A0⟩`), for a single line. */
export function withNames(text: string): string {
  return text.replace(unseen, characterName);
}

/** The name of a character, such as `⟨U+00A0⟩`; not the control pictures (`␀`), which many fonts lack. */
function characterName(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩`;
}

/** Blanks that matter: at the ends of a JSON string, and several in a row. */
const strings = /"[^"\\]*(?:\\.[^"\\]*)*"?/gs;

/** JSON text with the blanks of its strings visible where they are easily overlooked (`␣`). */
export function withBlanks(text: string): string {
  return text.replace(strings, (string) =>
    string
      .replace(/^" +|(?<! ) +"$/g, (ends) => ends.replaceAll(' ', '␣'))
      .replace(/ {2,}/g, (run) => '␣'.repeat(run.length)),
  );
}

/** Control characters, characters that hide or reorder text, and lone surrogates; not line feeds and tabs. */
const hidden = /(?![\n\t])[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}]/gu;

/**
 * Makes text from a target visible: each hidden character is replaced by its name (`⟨U+202E⟩`), and text longer than
 * `limit` characters is cut, followed by its length.
 */
export function visibleText(text: string, limit = Number.POSITIVE_INFINITY): string {
  return withLength(text, limit).replace(hidden, characterName);
}

/** The start of a long text, and its length; a surrogate pair is not split. */
function withLength(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const end = /[\ud800-\udbff]/.test(text.charAt(limit - 1)) ? limit - 1 : limit;
  return `${text.slice(0, end)}… ✂ ${grouped(text.length)} characters`;
}

/** A count with digit grouping, such as `7,298`, in every locale. */
export function grouped(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** A count with its noun, such as `1 warning` and `2 warnings`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** The first of some names, and how many more there are. */
export function firstNames(names: readonly string[], most: number): string {
  const more = names.length - most;
  return `${names.slice(0, most).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** What a finding expected, without the quote if that is already shown next to it. */
export function withoutQuote(expected: string, quote: string): string {
  return expected.replace(` (“${quote}”)`, '');
}
