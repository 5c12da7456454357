import type { VNode } from 'preact';
import type { OperationDurations } from '../../report/report.ts';
import { grouped } from '../../terminal/grouped.ts';
import { ExchangeLink } from '../exchange/exchange.tsx';
import { visibleText } from '../exchange/visible-text.ts';
import { plainFact } from '../limits.ts';
import type { PageContent } from '../page/page-content.ts';
import { View } from '../page/view.tsx';
import { Histogram } from './histogram.tsx';

/** How long answers took, by operation. */
export function DurationsView({ content }: { content: PageContent }): VNode {
  const { durations = [] } = content.report;
  return (
    <View id="times" title="Response times" first={false}>
      <p class="lead">
        Times of complete answers, from sending a request to the end of its answer. The suite sends several
        requests at once, and some in parts with pauses between them, so these are not times of an idle
        target.
      </p>
      {durations.length === 0 && <p>This report has no times: no answer was complete.</p>}
      {durations.map((each) => (
        <section class="durations" key={each.operation}>
          <h3>{each.operation}</h3>
          <Percentiles durations={each} />
          <Histogram durations={each} />
          <Slowest durations={each} content={content} />
        </section>
      ))}
    </View>
  );
}

function Percentiles({ durations }: { durations: OperationDurations }): VNode {
  const { answers, p50, p90, p99, max } = durations;
  const facts = [
    ['Answers', grouped(answers)],
    ['Median', inMs(p50)],
    ['90 % within', inMs(p90)],
    ['99 % within', inMs(p99)],
    ['Slowest', inMs(max)],
  ] as const;
  return (
    <dl class="facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Slowest(props: { durations: OperationDurations; content: PageContent }): VNode {
  const { durations, content } = props;
  return (
    <details>
      <summary>The {durations.slowest.length} slowest</summary>
      <ol class="slowest">
        {durations.slowest.map(({ exchange, ms }) => {
          const shown = content.exchange(exchange);
          return (
            <li key={exchange}>
              <b>{inMs(ms)}</b>{' '}
              {shown === undefined ? (
                `${visibleText(exchange, plainFact)} (in exchanges.ndjson)`
              ) : (
                <ExchangeLink exchange={shown} />
              )}
            </li>
          );
        })}
      </ol>
    </details>
  );
}

/** A duration in milliseconds, without a fraction from 100 on. */
export function inMs(ms: number): string {
  return `${ms < 100 ? ms : grouped(Math.round(ms))} ms`;
}
