import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { ComponentChildren } from 'preact';
import { renderToString } from 'preact-render-to-string';

/**
 * The text of a self-contained page. It makes no network requests; equal content gives equal text.
 * @param head `style`: rules behind those of all pages · `script`: the source of its only script, without which the policy forbids
 *   scripts · `generator`: the program that made it
 */
export function pageText(
  head: { title: string; style?: string; script?: string; generator?: string },
  content: ComponentChildren,
): string {
  const { title, script, generator } = head;
  const style = `${sheets.map((name) => read(`./style/${name}.css`)).join('\n')}${head.style ?? ''}`;
  const page = (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content={policyFor(script, style)} />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="referrer" content="no-referrer" />
        {generator !== undefined && <meta name="generator" content={generator} />}
        <title>{title}</title>
        <style {...inlined.source(style)} />
      </head>
      <body>
        {content}
        {script !== undefined && <script type="module" {...inlined.source(script)} />}
      </body>
    </html>
  );
  return `<!doctype html>\n${renderToString(page)}\n`;
}

/** Allows only this page's own style and script; nothing may be loaded or sent (CSP level 3). */
function policyFor(script: string | undefined, style: string): string {
  return [
    "default-src 'none'",
    `script-src '${script === undefined ? 'none' : hashOf(script)}'`,
    `style-src '${hashOf(style)}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
}

function hashOf(source: string): string {
  return `sha256-${createHash('sha256').update(source).digest('base64')}`;
}

/** The style sheets of the page, in the order of their precedence. */
const sheets = ['base', 'summary', 'clauses', 'checks', 'times'] as const;

/** The modules of the page's script, each after its imports. */
const modules = ['views', 'filters', 'copying', 'main'] as const;

/** The script of the report: its modules in one, so each can use the names of those before it. */
export function pageScript(): string {
  const sources = modules.map((name) => read(`./client/${name}.js`));
  return sources
    .map((source) => source.replace(/^import [^;]*;\n+/gm, '').replace(/^export /gm, ''))
    .join('\n');
}

function read(path: string): string {
  return readFileSync(new URL(path, import.meta.url), 'utf8');
}

/** Attributes that set the content of an element without escaping. */
const raw = (html: string) => ({ dangerouslySetInnerHTML: { __html: html } });

/** The only place where preact does not escape content; each entry says why that is safe. */
export const inlined = {
  /** Between tags only `&` and `<` need escaping; preact would write each quote as six characters. */
  text: (text: string) => raw(text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')),
  /**
   * Our own script or style sheet, which browsers read unescaped.
   * @throws Error if it contains its own end tag
   */
  source(source: string) {
    if (/<\/(script|style)|<!--/i.test(source))
      throw new Error('A script or style sheet may not hold its own end tag.');
    return raw(source);
  },
} as const;
