import type { ComponentChildren, VNode } from 'preact';
import { requirement } from '../../../requirements/catalogue.ts';
import type { ReportResult, ResultOutcome } from '../../report/report.ts';
import { grouped } from '../../terminal/grouped.ts';
import { firstView, isBroken } from '../broken-outcomes.ts';
import { Check } from '../check.tsx';
import { ExchangeEntry } from '../exchange/exchange.tsx';
import type { ShownExchange } from '../exchange/shown-exchange.ts';
import { checkFragment, linkTo } from '../fragments.ts';
import { outcomeInWords, outcomeOrder, Sign, signs } from './outcome.tsx';
import type { PageContent } from './page-content.ts';
import { View } from './view.tsx';

/** Broken checks that are open at first. */
const openChecks = 3;

/** Every check, broken ones first, each outcome in the order of the document. */
export function ChecksView({ content }: { content: PageContent }): VNode {
  const { results } = content.report;
  return (
    <View id="checks" title="By check" first={firstView(content.report) === 'checks'}>
      <p class="lead">A check is one requirement on one operation.</p>
      {outcomeOrder.map((outcome) => {
        const some = results.filter((result) => result.outcome === outcome);
        return (
          <OutcomeGroup key={outcome} outcome={outcome} count={some.length}>
            {some.map((result, index) => (
              <Check
                key={`${result.requirement} ${result.operation}`}
                result={result}
                content={content}
                open={index < openChecks && (outcome === 'failed' || outcome === 'warned')}
              />
            ))}
          </OutcomeGroup>
        );
      })}
    </View>
  );
}

/** The exchanges in the page, grouped by check. */
export function ExchangesView({ content }: { content: PageContent }): VNode {
  const { counts, results } = content.report;
  return (
    <View id="exchanges" title="By exchange" first={false}>
      <p class="lead">
        {grouped(content.shownExchanges)} of {grouped(counts.exchanges)} exchanges are shown: those of
        findings and the first of every check. <code>exchanges.ndjson</code> has all of them in full. ✂ marks
        a cut; headers of the connection are omitted.
      </p>
      {outcomeOrder.map((outcome) => {
        const some = results.filter(
          (result) => result.outcome === outcome && content.sentFor(result).shown.length > 0,
        );
        return (
          <OutcomeGroup key={outcome} outcome={outcome} count={some.length}>
            {some.map((result) => (
              <ExchangesOf
                key={`${result.requirement} ${result.operation}`}
                result={result}
                content={content}
              />
            ))}
          </OutcomeGroup>
        );
      })}
      {content.others.length > 0 && (
        <details class="group">
          <summary>
            <h3>Outside of checks</h3>
          </summary>
          <Entries exchanges={content.others} content={content} />
        </details>
      )}
    </View>
  );
}

/** All checks with one outcome; only those that are broken are open. */
function OutcomeGroup(props: {
  outcome: ResultOutcome;
  count: number;
  children: ComponentChildren;
}): VNode | null {
  const { outcome, count, children } = props;
  if (count === 0) return null;
  return (
    <details class="group" open={isBroken(outcome)}>
      <summary>
        <h3>
          <span class={`outcome ${outcome}`}>
            {signs[outcome]} {count} {outcomeInWords(outcome)}
          </span>
        </h3>
      </summary>
      {children}
    </details>
  );
}

function ExchangesOf({ result, content }: { result: ReportResult; content: PageContent }): VNode {
  const { shown, sent } = content.sentFor(result);
  const { requirement: id, operation, outcome } = result;
  return (
    <details class="group" data-outcomes={outcome} data-operations={operation} open={isBroken(outcome)}>
      <summary>
        <h4>
          <Sign outcome={outcome} /> {id} <span class="operation">{operation}</span>{' '}
          <span class="rate">
            {grouped(shown.length)} of {grouped(sent)}
          </span>
        </h4>
      </summary>
      <p class="statement">
        {requirement(id).statement} <a href={linkTo(checkFragment(id, operation))}>The check</a>
      </p>
      <Entries exchanges={shown} content={content} />
    </details>
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
