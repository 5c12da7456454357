import type { VNode } from 'preact';
import { documentText } from '../formats/clause-line.ts';
import { visibleText } from '../formats/plain-text.ts';
import type { Night } from '../history/history.ts';
import { HistoryView } from '../history/history-view.tsx';
import type { ReportView } from '../report/view.ts';
import { ClausesView } from './clauses-view.tsx';
import { DurationsView } from './durations-view.tsx';
import { firstView } from './elements.tsx';
import { type PageContent, pageContent } from './page-content.ts';
import { pageScript, pageText } from './page-head.tsx';
import { Summary } from './summary.tsx';
import { ChecksView, ExchangesView, Toolbar } from './views.tsx';

function Page({ content }: { content: PageContent }): VNode {
  const { report } = content;
  return (
    <>
      <a class="skip" href={`#${firstView(report)}`}>
        Skip to the results
      </a>
      <main>
        <Summary report={report} nights={content.nights} />
        <Toolbar content={content} />
        <ClausesView content={content} markdown={documentText()} />
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
    </>
  );
}

/**
 * The HTML report; the same run gives the same bytes.
 * @param history earlier runs; without any, there is no history in the page
 */
export function htmlText(view: ReportView, history: readonly Night[] = []): string {
  const content = pageContent(view, history);
  const { target, suite, words } = view;
  const name = target.kind === 'reference' ? 'self-check' : visibleText(target.baseUrl, 80);
  const generator = `${suite.name} ${suite.version}`;
  return pageText(
    { title: `${words}: ${name}`, generator, script: pageScript() },
    <Page content={content} />,
  );
}
