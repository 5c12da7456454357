import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { HistoryView } from '../../history/history-view.tsx';
import { verdictInWords } from '../../report/verdict-in-words.ts';
import { firstView } from '../broken-outcomes.ts';
import { ClausesView } from '../clauses/clauses-view.tsx';
import { DurationsView } from '../durations/durations-view.tsx';
import { visibleText } from '../exchange/visible-text.ts';
import { inlined } from '../inlined.ts';
import { pageSources } from '../page-sources.ts';
import type { PageContent } from './page-content.ts';
import { PageHead } from './page-head.tsx';
import { Summary } from './summary.tsx';
import { Toolbar } from './toolbar.tsx';
import { ChecksView, ExchangesView } from './views.tsx';

/** The whole page; equal content gives equal text. It makes no network requests. */
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
      <PageHead title={`${verdictInWords(report)}: ${target}`} style={style} script={script}>
        <meta name="generator" content={`${report.suite.name} ${report.suite.version}`} />
      </PageHead>
      <body>
        <a class="skip" href={`#${firstView(report)}`}>
          Skip to the results
        </a>
        <main>
          <Summary report={report} />
          <Toolbar content={content} />
          <ClausesView content={content} markdown={document} />
          <ChecksView content={content} />
          <ExchangesView content={content} />
          <DurationsView content={content} />
          {content.nights.length > 0 && <HistoryView report={report} nights={content.nights} />}
        </main>
        <footer>
          <p>
            {visibleText(report.suite.name, 80)} {visibleText(report.suite.version, 40)}. Made from the files
            next to it; <code>ledger-conformance report . --format html</code> makes it again. This page is
            self-contained and sends nothing.
          </p>
        </footer>
        <script type="module" {...inlined.source(script)} />
      </body>
    </html>
  );
}
