import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseAst } from 'vitest/node';

/** A regular expression in the sources of the suite. */
export interface SourcePattern {
  /** Relative to the root. */
  readonly file: string;
  readonly line: number;
  readonly source: string;
  readonly flags: string;
}

/** Where an expression is put together at run time. */
export interface MadePattern {
  readonly file: string;
  readonly text: string;
}

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Every regular expression in the sources of a folder. */
export function patternsIn(folder: string): { literals: SourcePattern[]; made: MadePattern[] } {
  const literals: SourcePattern[] = [];
  const made: MadePattern[] = [];
  for (const file of sourcesOf(folder)) {
    const text = readFileSync(`${root}${file}`, 'utf8');
    const lang = file.endsWith('.tsx') ? 'tsx' : file.endsWith('.ts') ? 'ts' : 'js';
    visit(parseAst(text, { lang }), (node) => {
      const place = text.slice(node.start, node.end);
      if (node.type === 'Literal' && node.regex !== undefined) {
        const line = text.slice(0, node.start).split('\n').length;
        literals.push({ file, line, source: node.regex.pattern, flags: node.regex.flags });
      }
      if (/^(?:New|Call)Expression$/.test(node.type) && node.callee?.name === 'RegExp')
        made.push({ file, text: place });
    });
  }
  return { literals, made };
}

function sourcesOf(folder: string): string[] {
  return readdirSync(`${root}${folder}`, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:tsx?|js)$/.test(name))
    .map((name) => `${folder}/${name}`)
    .sort();
}

interface AnyNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly regex?: { readonly pattern: string; readonly flags: string };
  readonly callee?: { readonly name?: string };
}

function visit(value: unknown, found: (node: AnyNode) => void): void {
  if (Array.isArray(value)) for (const each of value) visit(each, found);
  else if (typeof value === 'object' && value !== null) {
    if ('type' in value && typeof value.type === 'string') found(value as AnyNode);
    for (const each of Object.values(value)) visit(each, found);
  }
}
