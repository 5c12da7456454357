/** Texts to search for, all at once: at each place, the longest that begins there. */
export interface LiteralIndex {
  /** `value` is what replaces `text`. */
  add(text: string, value: string): void;
  replace(text: string): string;
}

/** How many characters of a text are looked up; shorter ones must be searched for otherwise. */
export const shortestLiteral = 4;

interface Entry {
  readonly text: string;
  readonly value: string;
}

/**
 * An index by the first characters. A regular expression of as many alternatives as a run has secrets takes longer than
 * all its requests.
 */
export function createLiteralIndex(): LiteralIndex {
  const begun = new Uint8Array(0x10000);
  const byStart = new Map<string, Entry[]>();

  function foundAt(text: string, at: number): Entry | undefined {
    const entries = byStart.get(text.slice(at, at + shortestLiteral));
    return entries?.find((entry) => text.startsWith(entry.text, at));
  }

  return {
    add(text, value) {
      const start = text.slice(0, shortestLiteral);
      const entries = byStart.get(start) ?? [];
      const shorter = entries.findIndex((entry) => entry.text.length < text.length);
      entries.splice(shorter === -1 ? entries.length : shorter, 0, { text, value });
      byStart.set(start, entries);
      begun[tableIndex(text, 0)] = 1;
    },
    replace(text) {
      let done = '';
      let from = 0;
      const last = text.length - shortestLiteral;
      for (let at = nextMarked(text, 0, begun); at <= last; at = nextMarked(text, at, begun)) {
        const found = foundAt(text, at);
        if (found !== undefined) {
          done += text.slice(from, at) + found.value;
          from = at + found.text.length;
        }
        at = found === undefined ? at + 1 : from;
      }
      return from === 0 ? text : done + text.slice(from);
    },
  };
}

/** An index into a small table for the first four characters, which rules out most places at once. */
export function tableIndex(text: string, at: number): number {
  const high = (text.charCodeAt(at + 2) << 8) ^ (text.charCodeAt(at + 3) << 12);
  return (text.charCodeAt(at) ^ (text.charCodeAt(at + 1) << 4) ^ high) & 0xffff;
}

/**
 * The first place at or after `from` whose four characters the table has; the length of the text if there is none. Each
 * character is read once: this loop is most of what a large response costs.
 */
function nextMarked(text: string, from: number, table: Uint8Array): number {
  let first = text.charCodeAt(from);
  let second = text.charCodeAt(from + 1);
  let third = text.charCodeAt(from + 2);
  for (let at = from; at + shortestLiteral <= text.length; at += 1) {
    const fourth = text.charCodeAt(at + 3);
    if (table[(first ^ (second << 4) ^ (third << 8) ^ (fourth << 12)) & 0xffff] !== 0) return at;
    first = second;
    second = third;
    third = fourth;
  }
  return text.length;
}
