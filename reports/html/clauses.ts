import type { Span } from '../../json/scan-json.ts';
import { requirements } from '../../requirements/catalogue.ts';
import type { Requirement } from '../../requirements/requirement.ts';

/** The requirements of a section with the spans of their quotes. */
export interface Quoted {
  readonly clause: Requirement;
  readonly span: Span;
}

/** Every quote occurs exactly once in its section. */
export function quotedIn({ heading, text }: Section): Quoted[] {
  return requirements
    .filter(({ section }) => section === heading)
    .map((clause) => {
      const start = text.indexOf(clause.quote);
      return { clause, span: { start, end: start + clause.quote.length } };
    })
    .filter(({ span }) => span.start >= 0);
}

/** A span of a section, cut where quotes start and end, with the requirements that quote each part. */
export function segmentsOf({ text }: Section, { start, end }: Span, quoted: readonly Quoted[]) {
  const touching = quoted.filter(({ span }) => span.start < end && span.end > start);
  const cuts = [start, end, ...touching.flatMap(({ span }) => [span.start, span.end])]
    .filter((cut) => cut >= start && cut <= end)
    .sort((a, b) => a - b);
  return [...new Set(cuts)].slice(0, -1).map((from, index, all) => {
    const to = all[index + 1] ?? end;
    return {
      text: text.slice(from, to),
      clauses: touching.filter(({ span }) => span.start < to && span.end > from).map(({ clause }) => clause),
    };
  });
}

/** The requirements whose quotes start inside these spans or, in a table row, between them; in document order. */
export function clausesAt(spans: readonly Span[], quoted: readonly Quoted[]): Requirement[] {
  const start = Math.min(...spans.map((span) => span.start));
  const end = Math.max(...spans.map((span) => span.end));
  // The quote of a row starts with the pipe before its first cell.
  return quoted.filter(({ span }) => span.start >= start - 2 && span.start < end).map(({ clause }) => clause);
}

/** A block of a section, as it is laid out; a line of a list that is not marked continues the item above it. */
export type Block =
  | { readonly kind: 'paragraph'; readonly span: Span }
  | {
      readonly kind: 'list';
      readonly ordered: boolean;
      readonly items: { readonly depth: number; readonly marked: boolean; readonly span: Span }[];
    }
  | { readonly kind: 'table'; readonly head: readonly Span[]; readonly rows: (readonly Span[])[] };

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

function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
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
