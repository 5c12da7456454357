/** The structure of a regular expression, as far as its cost depends on it. */
export type Node =
  /** One character; `source` is a class, an escape or a literal, with the flags of the pattern. */
  | { readonly kind: 'character'; readonly matches: (character: string) => boolean; readonly samples: string }
  | { readonly kind: 'sequence'; readonly parts: readonly Node[] }
  | { readonly kind: 'choice'; readonly options: readonly Node[] }
  | {
      readonly kind: 'repeat';
      readonly part: Node;
      readonly min: number;
      readonly max: number;
      readonly isLazy: boolean;
    }
  | { readonly kind: 'edge'; readonly edge: 'start' | 'end' | 'word' | 'no-word' }
  | { readonly kind: 'look'; readonly part: Node; readonly isBehind: boolean; readonly isNegative: boolean };

export interface Pattern {
  readonly source: string;
  readonly flags: string;
  readonly root: Node;
}

/** Characters from which samples are taken: ASCII, blanks, letters, digits and controls of other scripts. */
const candidates = [
  ...Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)),
  ...'\u0085\u009b\u009d\u00a0\u00e9\u0660\u200b\u2028\u3000\ue000\ufeff\ufffd\u{1f600}\ud800',
];

/** At most so many characters represent a class. */
const samplesOfClass = 3;

/** @throws Error if the pattern has a part that nobody has taught this reader; teach it, or write the pattern otherwise. */
export function readPattern(source: string, flags: string): Pattern {
  const characters = Array.from(source);
  const classFlags = [...flags].filter((flag) => 'ius'.includes(flag)).join('');
  let at = 0;
  const ahead = (text: string): boolean => characters.slice(at, at + text.length).join('') === text;
  const take = (text: string): boolean => {
    if (!ahead(text)) return false;
    at += text.length;
    return true;
  };

  const character = (written: string): Node => {
    const single = new RegExp(`^(?:${written})$`, classFlags);
    const known = new Map<string, boolean>();
    const matches = (each: string): boolean => {
      const before = known.get(each);
      if (before !== undefined) return before;
      const now = single.test(each);
      known.set(each, now);
      return now;
    };
    const fitting = candidates.filter(matches);
    const step = Math.max(1, Math.floor(fitting.length / samplesOfClass));
    const samples = fitting.filter((_, index) => index % step === 0).slice(0, samplesOfClass);
    return { kind: 'character', matches, samples: samples.join('') || written };
  };

  function choice(): Node {
    const options = [sequence()];
    while (take('|')) options.push(sequence());
    return options.length === 1 && options[0] !== undefined ? options[0] : { kind: 'choice', options };
  }

  function sequence(): Node {
    const parts: Node[] = [];
    while (at < characters.length && !ahead('|') && !ahead(')')) parts.push(quantified(atom()));
    return { kind: 'sequence', parts };
  }

  function quantified(part: Node): Node {
    const found = /^(?:[*+?]|\{\d+(?:,\d*)?\})/.exec(characters.slice(at, at + 20).join(''))?.[0];
    if (found === undefined) return part;
    at += found.length;
    const [least = '0', most = least] = found.slice(1, -1).split(',');
    const [min, max] =
      found === '*'
        ? [0, Number.POSITIVE_INFINITY]
        : found === '+'
          ? [1, Number.POSITIVE_INFINITY]
          : found === '?'
            ? [0, 1]
            : [Number(least), most === '' ? Number.POSITIVE_INFINITY : Number(most)];
    return { kind: 'repeat', part, min, max, isLazy: take('?') };
  }

  function group(): Node {
    for (const [opening, isBehind, isNegative] of [
      ['?=', false, false],
      ['?!', false, true],
      ['?<=', true, false],
      ['?<!', true, true],
    ] as const) {
      if (!take(opening)) continue;
      const part = choice();
      take(')');
      return { kind: 'look', part, isBehind, isNegative };
    }
    if (!take('?:') && take('?<')) while (!take('>')) at += 1;
    const part = choice();
    take(')');
    return part;
  }

  function classText(): string {
    const start = at - 1;
    while (!ahead(']')) at += ahead('\\') ? 2 : 1;
    at += 1;
    return characters.slice(start, at).join('');
  }

  function escaped(): Node {
    const rest = characters.slice(at).join('');
    if (take('b')) return { kind: 'edge', edge: 'word' };
    if (take('B')) return { kind: 'edge', edge: 'no-word' };
    if (/^(?:[1-9]|k<)/.test(rest)) throw new Error(`A reference to a group is never linear: /${source}/`);
    const long = /^(?:x[0-9A-Fa-f]{2}|u\{[0-9A-Fa-f]+\}|u[0-9A-Fa-f]{4}|[pP]\{[^}]*\})/.exec(rest)?.[0];
    const written = long ?? characters[at] ?? '';
    at += Array.from(written).length;
    return character(`\\${written}`);
  }

  function atom(): Node {
    if (take('(')) return group();
    if (take('[')) return character(classText());
    if (take('\\')) return escaped();
    if (take('^')) return { kind: 'edge', edge: 'start' };
    if (take('$')) return { kind: 'edge', edge: 'end' };
    const written = characters[at] ?? '';
    at += 1;
    return character(written === '{' || written === '}' || written === ']' ? `\\${written}` : written);
  }

  const root = choice();
  if (at !== characters.length) throw new Error(`/${source}/ cannot be read from character ${at} on.`);
  return { source, flags, root };
}
