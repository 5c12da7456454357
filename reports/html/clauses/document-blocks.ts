/** A span of a section's text, from `start` to `end` (exclusive). */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A block of a section, as it is laid out. */
export type Block =
  | { readonly kind: 'paragraph'; readonly span: Span }
  | { readonly kind: 'list'; readonly ordered: boolean; readonly items: readonly ListItem[] }
  | { readonly kind: 'table'; readonly head: readonly Span[]; readonly rows: readonly (readonly Span[])[] };

export interface ListItem {
  readonly depth: number;
  /** False for a line that continues the item above it. */
  readonly marked: boolean;
  readonly span: Span;
}

/** A heading of a Markdown text and the text below it. */
export interface Section {
  readonly level: number;
  readonly heading: string;
  /** Verbatim, up to the next heading. Spans are offsets in it. */
  readonly text: string;
  readonly blocks: readonly Block[];
}

/** The sections of the document. Only headings, one-line paragraphs, lists and tables are supported. */
export function sectionsOf(markdown: string): Section[] {
  const headings = [...markdown.matchAll(/^(#+) (.*)\n/gm)];
  return headings.map(({ index, 0: line, 1: marks = '', 2: heading = '' }, number) => {
    const text = markdown.slice(index + line.length, headings[number + 1]?.index ?? markdown.length);
    return { level: marks.length, heading, text, blocks: blocksOf(text) };
  });
}

type Growing =
  | Extract<Block, { kind: 'paragraph' }>
  | { kind: 'list'; ordered: boolean; items: ListItem[] }
  | { kind: 'table'; head: readonly Span[]; rows: (readonly Span[])[] };

function blocksOf(text: string): Block[] {
  const blocks: Growing[] = [];
  for (const { 0: line, index } of text.matchAll(/^.*\S.*$/gm)) {
    const last = blocks.at(-1);
    const item = /^( *)(-|\d+\.) /.exec(line);
    if (/^\|[-|]+\|$/.test(line)) continue;
    if (line.startsWith('|')) {
      const cells = cellsOf(line, index);
      if (last?.kind === 'table' && isBeside(text, index)) last.rows.push(cells);
      else blocks.push({ kind: 'table', head: cells, rows: [] });
    } else if (item !== null || (last?.kind === 'list' && line.startsWith(' '))) {
      const [mark = '', indent = '', sign = ''] = item ?? [/^ */.exec(line)?.[0], '', ''];
      const added = {
        depth: item === null ? 0 : indent.length / 2,
        marked: item !== null,
        span: { start: index + mark.length, end: index + line.length },
      };
      if (last?.kind === 'list') last.items.push(added);
      else blocks.push({ kind: 'list', ordered: sign !== '-', items: [added] });
    } else {
      blocks.push({ kind: 'paragraph', span: { start: index, end: index + line.length } });
    }
  }
  return blocks;
}

/** Whether no empty line precedes this offset. */
function isBeside(text: string, index: number): boolean {
  return text.slice(Math.max(0, index - 2), index) !== '\n\n';
}

function cellsOf(line: string, offset: number): Span[] {
  return [...line.matchAll(/(?<=\|)[^|]+(?=\|)/g)].map(({ 0: cell, index }) => {
    const start = offset + index + (cell.length - cell.trimStart().length);
    return { start, end: start + cell.trim().length };
  });
}
