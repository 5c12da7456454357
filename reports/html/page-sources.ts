import { readFileSync } from 'node:fs';
import { documentText } from '../formats/clause-line.ts';

/** Files of this package that a page consists of, besides the report. */
export interface PageSources {
  readonly style: string;
  readonly script: string;
  /** The text of interface.md. */
  readonly document: string;
}

/** The style sheets of the page, in the order of their precedence. */
const sheets = [
  'theme',
  'base',
  'summary',
  'matrix',
  'toolbar',
  'clauses',
  'checks',
  'exchanges',
  'durations',
  'history',
  'narrow',
  'print',
] as const;

/** The modules of the page's script, each after its imports. */
const modules = [
  'theme',
  'text-search',
  'views',
  'hits',
  'filters',
  'expanding',
  'copying',
  'exchange-copying',
  'keys',
  'main',
] as const;

export function pageSources(): PageSources {
  return {
    style: sheets.map((name) => read(`./style/${name}.css`)).join('\n'),
    script: modules.map((name) => withoutImports(read(`./client/${name}.js`))).join('\n'),
    document: documentText(),
  };
}

/** The modules are concatenated into one script, so each can use the names of those before it. */
function withoutImports(source: string): string {
  return source.replace(/^import [^;]*;\n/gm, '').replace(/^export /gm, '');
}

function read(path: string): string {
  return readFileSync(new URL(path, import.meta.url), 'utf8');
}
