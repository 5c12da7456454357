import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { PageHead } from '../html/page/page-head.tsx';
import { pageSources } from '../html/page-sources.ts';
import { verdictInWords } from '../report/verdict-in-words.ts';
import type { Night } from './history.ts';
import { History, shownNights } from './history-view.tsx';

/** The trend as one static page without scripts or network access; equal nights give equal text. */
export function trendPage(nights: readonly Night[]): string {
  return `<!doctype html>\n${renderToString(<Page nights={nights.slice(-shownNights)} />)}\n`;
}

function Page({ nights }: { nights: readonly Night[] }): VNode {
  const title = `Trend of ${nights.length} ${nights.length === 1 ? 'night' : 'nights'}`;
  const latest = nights.at(-1)?.report;
  return (
    <html lang="en">
      <PageHead title={title} style={pageSources().style} />
      <body>
        <main>
          <header class={`summary ${latest?.verdict ?? ''}`}>
            <p class="what">Ledger conformance by night</p>
            <h1>{title}</h1>
            {latest !== undefined && <p>Latest: {verdictInWords(latest)}</p>}
          </header>
          <h2>Broken requirements</h2>
          <History nights={nights} hasCheck={() => false} />
        </main>
      </body>
    </html>
  );
}
