import { createHash } from 'node:crypto';
import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { verdictInWords } from '../verdict-in-words.ts';
import { ClausesView } from './clauses-view.tsx';
import { inlined } from './inlined.ts';
import type { PageContent } from './page-content.ts';
import { pageSources } from './page-sources.ts';
import { Summary } from './summary.tsx';
import { Toolbar } from './toolbar.tsx';
import { ChecksView, ExchangesView } from './views.tsx';
import { visibleText } from './visible-text.ts';

/** The whole page: the same text for the same content. It asks nothing of any network. */
export function renderPage(content: PageContent): string {
  return `<!doctype html>\n${renderToString(<Page content={content} />)}\n`;
}

function Page({ content }: { content: PageContent }): VNode {
  const { report } = content;
  const { style, script, document } = pageSources();
  const { kind, baseUrl } = report.target;
  const target = kind === 'reference' ? 'self-check' : visibleText(baseUrl, 80);
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content={policyFor(script, style)} />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="referrer" content="no-referrer" />
        <meta name="generator" content={`${report.suite.name} ${report.suite.version}`} />
        <title>{`${verdictInWords(report)}: ${target}`}</title>
        <style {...inlined.source(style)} />
      </head>
      <body>
        <a class="skip" href="#clauses">
          Skip to the results
        </a>
        <main>
          <Summary report={report} />
          <Toolbar content={content} />
          <ClausesView content={content} markdown={document} />
          <ChecksView content={content} />
          <ExchangesView content={content} />
        </main>
        <footer>
          <p>
            {visibleText(report.suite.name, 80)} {visibleText(report.suite.version, 40)}. Made from the files
            beside it; <code>ledger-conformance report . --format html</code> makes it again. This page holds
            everything it shows and sends nothing.
          </p>
        </footer>
        <script type="module" {...inlined.source(script)} />
      </body>
    </html>
  );
}

/** Nothing may be loaded, sent or run but this page's own style, and script where it has one (CSP level 3). */
export function policyFor(script: string | undefined, style: string): string {
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
