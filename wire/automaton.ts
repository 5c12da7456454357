/** A text that was found in another. */
export interface Found<T> {
  readonly start: number;
  readonly end: number;
  readonly value: T;
}

/** How many characters decide whether a text could begin at a position; shorter texts are never found. */
const gram = 8;

const bytes = 0x100;

const folded = Uint8Array.from({ length: bytes }, (_, code) =>
  String.fromCharCode(code).toLowerCase().charCodeAt(0),
);

/** A byte in lower case. Of wider characters, the lower byte does: so many in a row are not the same by chance. */
const codeAt = (text: string, at: number): number => folded[text.charCodeAt(at) & 0xff] as number;

/** An index of the next character into a table for the last eight. */
const nextIndex = (index: number, code: number): number => ((index << 2) ^ code) & 0xffff;

/** A state: what was read last is the beginning of a text, and nothing longer is. */
interface State<T> {
  readonly id: number;
  readonly parent: State<T> | undefined;
  readonly code: number;
  readonly depth: number;
  value: T | undefined;
  /** The state of the longest end of this beginning that itself begins a text. Right only as of `linked`. */
  link: State<T> | undefined;
  /** The longest text that ends here, by its state. */
  ends: State<T> | undefined;
  linked: number;
}

/**
 * Texts to search for, all at once and in any letter case: the automaton of Aho and Corasick (Efficient string matching, 1975): time in proportion to the text, whatever it repeats and
 * however many texts there are. Links are made when a text first needs them, because texts are added throughout a run. Positions
 * at which no text can begin are passed over by a table of first characters: most of what a target sends begins none.
 */
export function createAutomaton<T>() {
  const root = newState<T>(0, undefined, 0);
  const children = new Map<number, State<T>>();
  /** A bit for each index: a table of bytes would not stay in the cache of the processor. */
  const begun = new Uint32Array(0x10000 / 32);
  /** Raised with each text: it may give states other links. */
  let texts = 0;

  const child = (state: State<T>, code: number): State<T> | undefined =>
    children.get(state.id * bytes + code);
  const next = (from: State<T>, code: number): State<T> => {
    for (let state = from; ; state = linked(state).link ?? root) {
      const found = child(state, code);
      if (found !== undefined) return linked(found);
      if (state === root) return root;
    }
  };
  const linked = (state: State<T>): State<T> => {
    if (state.linked === texts || state.parent === undefined) return state;
    state.linked = texts;
    state.link = state.parent === root ? root : next(linked(state.parent).link ?? root, state.code);
    state.ends = state.value === undefined ? state.link.ends : state;
    return state;
  };
  /** The state behind the first characters of a text; the root if no text begins with them. */
  const entered = (text: string, start: number): State<T> => {
    let state = root;
    for (let at = start; at < start + gram; at += 1) {
      const behind = child(state, codeAt(text, at));
      if (behind === undefined) return root;
      state = behind;
    }
    return linked(state);
  };

  return {
    /** The first value of a text stays. */
    add(text: string, value: T): void {
      let state = root;
      let index = 0;
      for (let at = 0; at < text.length; at += 1) {
        const code = codeAt(text, at);
        index = nextIndex(index, code);
        if (at === gram - 1) begun[index >> 5] = (begun[index >> 5] as number) | (1 << (index & 31));
        const behind = child(state, code) ?? newState(children.size + 1, state, code);
        children.set(state.id * bytes + code, behind);
        state = behind;
      }
      state.value ??= value;
      texts += 1;
    },
    /** Calls back with the longest text that ends at a position, in the order of these ends. */
    find(text: string, report: (found: Found<T>) => void): void {
      let index = 0;
      let state = root;
      for (let at = 0; at < text.length; at += 1) {
        const code = codeAt(text, at);
        index = nextIndex(index, code);
        if (state === root) {
          if (((begun[index >> 5] as number) & (1 << (index & 31))) === 0 || at < gram - 1) continue;
          state = entered(text, at - gram + 1);
        } else state = next(state, code);
        const { ends } = state;
        if (ends?.value !== undefined) report({ start: at + 1 - ends.depth, end: at + 1, value: ends.value });
      }
    },
  };
}

function newState<T>(id: number, parent: State<T> | undefined, code: number): State<T> {
  const depth = parent === undefined ? 0 : parent.depth + 1;
  return { id, parent, code, depth, value: undefined, link: undefined, ends: undefined, linked: -1 };
}
