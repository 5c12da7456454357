import type { VNode } from 'preact';
import { grouped } from '../formats/plain-text.ts';
import type { OperationDurations } from '../report/report.ts';
import { Facts, percent, View } from './elements.tsx';
import { ExchangeById } from './exchange-view.tsx';
import type { PageContent } from './page-content.ts';

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
      {durations.length === 0 && <p>This report has no times: no response was complete.</p>}
      {durations.map((each) => (
        <section class="durations">
          <h3>{each.operation}</h3>
          <Facts
            facts={[
              ['Answers', grouped(each.answers)],
              ['Median', inMs(each.p50)],
              ['90 % within', inMs(each.p90)],
              ['99 % within', inMs(each.p99)],
              ['Slowest', inMs(each.max)],
            ]}
          />
          <Histogram durations={each} />
          <details>
            <summary>The {each.slowest.length} slowest</summary>
            <ol class="slowest">
              {each.slowest.map(({ exchange, ms }) => (
                <li>
                  <b>{inMs(ms)}</b> <ExchangeById id={exchange} content={content} />
                </li>
              ))}
            </ol>
          </details>
        </section>
      ))}
    </View>
  );
}

/** A duration in milliseconds, without a fraction from 100 on. */
function inMs(ms: number): string {
  return `${ms < 100 ? ms : grouped(Math.round(ms))} ms`;
}

/** Heights in pixels, from the top: three lines for percentiles, then bars, then the axis. */
const top = 44;
const bottom = 150;
const height = 172;

/** Labels stand at these limits of each decade. */
const labelled = /^0*\.?0*[13]0*$/;

/** A histogram on a logarithmic axis. Positions across are shares of the width, so texts keep their size. */
function Histogram({ durations }: { durations: OperationDurations }): VNode {
  const { histogram, answers, p50, p90, p99, operation } = durations;
  const most = Math.max(...histogram.map((each) => each.answers));
  const width = 100 / histogram.length;
  const markers = [
    ['median', p50],
    ['90 %', p90],
    ['99 %', p99],
  ] as const;
  return (
    <svg
      class="histogram"
      width="100%"
      height={height}
      role="img"
      aria-label={`Histogram of ${grouped(answers)} responses of ${operation}: half of them within ${p50} ms, 90 % within ${p90} ms, 99 % within ${p99} ms.`}
    >
      {histogram.map((each, index) => {
        const tall = each.answers === 0 ? 0 : Math.max(1, ((bottom - top) * each.answers) / most);
        return (
          <rect
            x={percent(index * width + width * 0.04)}
            width={percent(width * 0.92)}
            y={(bottom - tall).toFixed(1)}
            height={tall.toFixed(1)}
          >
            <title>{`${histogram[index - 1]?.upTo ?? 0} to ${each.upTo} ms: ${grouped(each.answers)} answers`}</title>
          </rect>
        );
      })}
      <line class="axis" x1="0" x2="100%" y1={bottom} y2={bottom} />
      {histogram.slice(0, -1).map(({ upTo }, index) =>
        labelled.test(String(upTo)) ? (
          <text class="tick" text-anchor="middle" x={percent((index + 1) * width)} y={bottom + 16}>
            {`${upTo} ms`}
          </text>
        ) : null,
      )}
      {markers.map(([name, ms], index) => {
        const x = positionOf(durations, ms);
        // The one on the right is the highest, so that no line crosses a text.
        const line = 38 - 13 * index;
        return (
          <g>
            <line class="marker" x1={percent(x)} x2={percent(x)} y1={line + 2} y2={bottom} />
            <text text-anchor={x > 50 ? 'end' : 'start'} x={percent(x)} y={line}>
              {`${name} ${ms} ms`}
            </text>
          </g>
        );
      })}
    </svg>
  );
}

/** Where a duration is on the axis, as a share of the width in percent. */
function positionOf({ histogram }: OperationDurations, ms: number): number {
  const index = Math.max(
    0,
    histogram.findIndex(({ upTo }) => ms <= upTo),
  );
  const upper = histogram[index]?.upTo ?? ms;
  const lower = histogram[index - 1]?.upTo ?? upper / 2;
  const inside = ms <= lower ? 0 : Math.log(ms / lower) / Math.log(upper / lower);
  return ((index + Math.min(1, inside)) * 100) / histogram.length;
}
