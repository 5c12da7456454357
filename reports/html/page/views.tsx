import type { VNode } from 'preact';
import { requirement } from '../../../requirements/catalogue.ts';
import type { ReportResult } from '../../report/report.ts';
import { grouped } from '../../terminal/grouped.ts';
import { Check } from '../check.tsx';
import { ExchangeEntry } from '../exchange/exchange.tsx';
import type { ShownExchange } from '../exchange/shown-exchange.ts';
import { checkFragment, linkTo } from '../fragments.ts';
import { Outcome, outcomeInWords, outcomeOrder, signs } from './outcome.tsx';
import type { PageContent } from './page-content.ts';

/** Every check, broken ones first, each outcome in the order of the document. */
export function ChecksView({ content }: { content: PageContent }): VNode {
  const { results } = content.report;
  return (
    <section class="view" id="checks" aria-labelledby="checks-title" tabIndex={-1}>
      <h2 id="checks-title">By check</h2>
      <p class="lead">A check is one requirement on one operation.</p>
      {outcomeOrder.map((outcome) => {
        const some = results.filter((result) => result.outcome === outcome);
        if (some.length === 0) return null;
        return (
          <section class="group" key={outcome}>
            <h3>
              <span class={`outcome ${outcome}`}>
                {signs[outcome]} {some.length} {outcomeInWords(outcome)}
              </span>
            </h3>
            {some.map((result) => (
              <Check key={`${result.requirement} ${result.operation}`} result={result} content={content} />
            ))}
          </section>
        );
      })}
    </section>
  );
}

/** The exchanges in the page, grouped by check. */
export function ExchangesView({ content }: { content: PageContent }): VNode {
  const { counts, results } = content.report;
  return (
    <section class="view" id="exchanges" aria-labelledby="exchanges-title" tabIndex={-1}>
      <h2 id="exchanges-title">By exchange</h2>
      <p class="lead">
        {grouped(content.shownExchanges)} of {grouped(counts.exchanges)} exchanges are shown: those of
        findings and the first of every check. <code>exchanges.ndjson</code> has all of them in full. ✂ marks
        a cut; headers of the connection are omitted.
      </p>
      {results.map((result) => (
        <ExchangesOf key={`${result.requirement} ${result.operation}`} result={result} content={content} />
      ))}
      {content.others.length > 0 && (
        <section class="group">
          <h3>Outside of checks</h3>
          <Entries exchanges={content.others} content={content} />
        </section>
      )}
    </section>
  );
}

function ExchangesOf({ result, content }: { result: ReportResult; content: PageContent }): VNode | null {
  const { shown, sent } = content.sentFor(result);
  const { requirement: id, operation, outcome } = result;
  if (shown.length === 0) return null;
  return (
    <section class="group" data-outcomes={outcome} data-operations={operation}>
      <h3>
        <Outcome outcome={outcome} />{' '}
        <a href={linkTo(checkFragment(id, operation))}>
          {id} · {operation}
        </a>{' '}
        <span class="rate">
          {grouped(shown.length)} of {grouped(sent)}
        </span>
      </h3>
      <p class="statement">{requirement(id).statement}</p>
      <Entries exchanges={shown} content={content} />
    </section>
  );
}

function Entries(props: { exchanges: readonly ShownExchange[]; content: PageContent }): VNode {
  const { exchanges, content } = props;
  return (
    <>
      {exchanges.map((exchange) => (
        <ExchangeEntry
          key={exchange.id}
          exchange={exchange}
          line={content.caseOf(exchange.id)}
          said={content.saidOf(exchange.id)}
        />
      ))}
    </>
  );
}
