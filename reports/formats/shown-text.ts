/** Characters that cannot be seen: controls, blanks other than the space, and what hides or reorders text. */
const unseen = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/gu;

/** A fast path, because most text is plain ASCII. */
const unusual = /[^ -~]/;

/** Text with every invisible character replaced by its name (`⟨U+00A0⟩`), for a single line. */
export function withNames(text: string): string {
  if (!unusual.test(text)) return text;
  return text.replace(unseen, characterName);
}

/** The name of a character, such as `⟨U+00A0⟩`; not the control pictures (`␀`), which many fonts lack. */
export function characterName(character: string): string {
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
