import { readdirSync } from 'node:fs';
import { documents, root, textOf } from './documents.ts';

/** A fenced block of a page. */
export interface Block {
  readonly page: string;
  /** Of the opening fence, from 1. */
  readonly line: number;
  /** What stands behind the opening fence, such as `sh`; empty if nothing does. */
  readonly kind: string;
  readonly text: string;
  /** The last line between it and the block before that is not empty. */
  readonly before: string;
}

/** Every page that has blocks to check: those that people read, and those of the contract. */
export const pages: readonly string[] = [
  ...documents,
  ...['requirements', 'tests/mutation', 'examples/get-version'].flatMap((folder) =>
    readdirSync(`${root}/${folder}`)
      .filter((name) => name.endsWith('.md'))
      .map((name) => `${folder}/${name}`),
  ),
];

/** Where a block is, as editors and terminals link it. */
export function placeOf({ page, line }: Block): string {
  return `${page}:${line}`;
}

/** The fenced blocks of a page; those in a list lose its indentation. */
export function blocksOf(page: string, text = textOf(page)): Block[] {
  const blocks: Block[] = [];
  let open: { fence: string; indent: number; line: number; kind: string; before: string } | undefined;
  let inside: string[] = [];
  let before = '';
  for (const [index, line] of text.split('\n').entries()) {
    const [, space = '', fence = '', kind = ''] = /^( *)(`{3,}|~{3,}) *([^`]*)$/.exec(line) ?? [];
    if (open === undefined) {
      if (fence === '') before = line.trim() === '' ? before : line;
      else open = { fence, indent: space.length, line: index + 1, kind: kind.trim(), before };
    } else if (fence.startsWith(open.fence) && kind === '') {
      blocks.push({ page, line: open.line, kind: open.kind, text: inside.join('\n'), before: open.before });
      open = undefined;
      inside = [];
      before = '';
    } else inside.push(line.slice(Math.min(open.indent, line.search(/\S|$/))));
  }
  if (open !== undefined) throw new Error(`${page}:${open.line}: this block has no end; add a fence.`);
  return blocks;
}
