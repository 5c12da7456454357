import { createLiteralIndex } from './literal-index.ts';

/** Texts to search for in any letter case. */
export interface AnyCaseIndex {
  /** `value` is what replaces `text`. */
  add(text: string, value: string): void;
  replace(text: string): string;
}

/** Longer texts are not searched: it takes as long again as the search for the texts as they are. */
const longest = 1 << 16;

/** Secrets in upper or lower case: names of headers often are, and servers shout what they refuse. */
export function createAnyCaseIndex(): AnyCaseIndex {
  const index = createLiteralIndex();
  const values = new Map<string, string>();
  return {
    add(text, value) {
      index.add(text.toLowerCase(), value);
      values.set(text.toLowerCase(), value);
    },
    replace(text) {
      if (text.length > longest) return text;
      const small = text.toLowerCase();
      // Positions are compared, so each character must stay one.
      if (small.length !== text.length || index.replace(small) === small) return text;
      return [...values]
        .sort(([one], [other]) => other.length - one.length)
        .reduce((shown, [secret, value]) => replaced(shown, secret, value), text);
    },
  };
}

/** @param secret in lower case */
function replaced(text: string, secret: string, value: string): string {
  const small = text.toLowerCase();
  let done = '';
  let from = 0;
  for (let at = small.indexOf(secret); at !== -1; at = small.indexOf(secret, from)) {
    done += text.slice(from, at) + value;
    from = at + secret.length;
  }
  return done + text.slice(from);
}
