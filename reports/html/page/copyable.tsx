import type { VNode } from 'preact';

/** Longer words may not fit on a phone; the box can then be scrolled, also with the keyboard. */
const widestWord = 24;

/**
 * A command to copy, which wraps only at blanks; the button appears only with scripts enabled.
 * @param exchange id of the exchange that the command sends
 */
export function Copyable({ text, exchange }: { text: string; exchange?: string }): VNode {
  const words = text.split(/(\s+)/);
  const scrolls = words.some(({ length }) => length > widestWord);
  return (
    <div class="copyable">
      <pre tabIndex={scrolls ? 0 : undefined} data-exchange={exchange}>
        {words.map((word, index) => (isBreakable(word) ? <span key={index}>{word}</span> : word))}
      </pre>
      <button type="button" class="copy" hidden>
        Copy
      </button>
    </div>
  );
}

/** Whether browsers break a line inside a word, as they do after a hyphen. */
export function isBreakable(word: string): boolean {
  return /[^\w\s\\]/.test(word);
}
