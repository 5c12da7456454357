import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { definitionOf } from '../../operations/operations.ts';
import { percent, signs } from '../html/elements.tsx';
import { whyUntested } from '../report/gate.ts';
import { isLoud, type ResultOutcome } from '../report/report.ts';
import {
  brokenLines,
  dayOf,
  type HistoryLine,
  type Night,
  nightsText,
  spansOf,
  spanText,
} from './history.ts';

/** Heights in pixels. Positions across are shares of the width, so that texts keep their size on a phone. */
const bars = { top: 20, bottom: 84 } as const;
const dates = 100;
const rows = { top: 118, step: 40, label: 11, cell: 16, height: 18 } as const;

/** The widest column, in percent, so that few nights do not fill the page. */
const widestColumn = 6;
const labelledDays = 5;

/** Between cells, as a share of a column. */
const gap = 0.06;

/** Colours of the sign and of the cell, where no style sheet has others. */
const ownColours: Readonly<Record<ResultOutcome, readonly [tone: string, tint: string]>> = {
  failed: ['#b3141f', '#f6c9cb'],
  warned: ['#8a5200', '#f8deb0'],
  inconclusive: ['#6b4a9e', '#ddcef3'],
  'not-exercised': ['#5a6170', '#e3e6eb'],
  passed: ['#196a3c', '#e1f2e8'],
  observed: ['#1d5d84', '#e6f1f8'],
  inapplicable: ['#5a6170', '#e3e6eb'],
};

/** How a trend is drawn. */
interface Drawing {
  readonly nights: readonly Night[];
  /** The width of a night, in percent. */
  readonly column: number;
}

/** The trend as an SVG file. */
export function trendSvg(nights: readonly Night[]): string {
  return `${renderToString(<Trend nights={nights} lines={brokenLines(nights)} alone />)}\n`;
}

/** The trend as a picture: how much was broken on each night, and a line for each requirement that ever was. */
export function Trend(props: {
  nights: readonly Night[];
  lines: readonly HistoryLine[];
  /** Whether it is a file of its own, and not a part of a page with a style sheet. */
  alone?: true;
}): VNode {
  const { nights, lines, alone } = props;
  const drawing = { nights, column: Math.min(widestColumn, 100 / Math.max(1, nights.length)) };
  const height = rows.top + lines.length * rows.step;
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      class="trend"
      width={alone ? '900' : '100%'}
      height={height}
      role="img"
      aria-label={`Broken requirements on ${nightsText(nights)}; broken at least once: ${lines.length}.`}
      font-family="system-ui, sans-serif"
      font-size="11"
      fill="#1b1f27"
    >
      {alone && <rect width="100%" height={height} fill="#ffffff" />}
      {nights.map((_, at) => (
        <Bar drawing={drawing} at={at} />
      ))}
      <Dates drawing={drawing} height={height} />
      {lines.map((line, index) => (
        <Line drawing={drawing} line={line} index={index} />
      ))}
    </svg>
  );
}

/** How many requirements failed and warned on a night, one above the other. */
function Bar({ drawing, at }: { drawing: Drawing; at: number }): VNode | null {
  const { nights } = drawing;
  const night = nights[at];
  if (night === undefined) return null;
  const brokenOn = ({ report: { counts } }: Night): number => counts.failed + counts.warned;
  const most = Math.max(1, ...nights.map(brokenOn));
  const scale = (bars.bottom - bars.top) / most;
  const { failed, warned } = night.report.counts;
  const isUntested = whyUntested(night.report) !== undefined;
  const top = bars.bottom - (failed + warned) * scale;
  const parts = [
    ['failed', bars.bottom - failed * scale, failed * scale],
    ['warned', top, warned * scale],
    [isUntested ? 'inconclusive' : 'passed', bars.bottom - 2, failed + warned === 0 ? 2 : 0],
  ] as const;
  return (
    <>
      {parts.map(([outcome, y, height]) =>
        height > 0 ? (
          <rect
            class={`bar ${outcome}`}
            {...across(drawing, at, at)}
            y={y.toFixed(1)}
            height={height.toFixed(1)}
            fill={ownColours[outcome][0]}
          />
        ) : null,
      )}
      <text
        class="count"
        x={middle(drawing, at, at)}
        y={(Math.min(top, bars.bottom - 2) - 4).toFixed(1)}
        text-anchor="middle"
      >
        {isUntested ? signs.inconclusive : failed + warned}
      </text>
    </>
  );
}

/** Some of the days, and the latest; a line leads from each through all rows. */
function Dates({ drawing, height }: { drawing: Drawing; height: number }): VNode {
  const { nights, column } = drawing;
  const step = Math.max(1, Math.ceil(nights.length / labelledDays), Math.ceil(100 / labelledDays / column));
  return (
    <>
      {nights.map((night, at) => {
        if (at % step !== 0) return null;
        const x = percent(at * column);
        return (
          <g>
            <line class="day" x1={x} x2={x} y1={bars.bottom} y2={height} stroke="#d5d9e0" />
            <text x={percent(at * column + 0.4)} y={dates}>
              {dayOf(night)}
            </text>
          </g>
        );
      })}
    </>
  );
}

/** A requirement: its name, and below it a cell for each span of nights with the same outcome. */
function Line({ drawing, line, index }: { drawing: Drawing; line: HistoryLine; index: number }): VNode {
  const y = rows.top + index * rows.step;
  const { requirement, operation } = line;
  return (
    <>
      <text class="label" x="0" y={y + rows.label} font-weight="600">
        {`${requirement} · ${definitionOf(operation).shortName}`}
      </text>
      {spansOf(line).map((span) => {
        const [tone, tint] = ownColours[span.outcome];
        const loud = isLoud(span.outcome);
        return (
          <g class={`span ${span.outcome}`}>
            <rect
              {...across(drawing, span.from, span.to)}
              y={y + rows.cell}
              height={rows.height}
              rx="3"
              class={loud ? 'loud' : undefined}
              fill={loud ? tone : tint}
            >
              <title>{spanText(span, drawing.nights)}</title>
            </rect>
            <text
              class={loud ? 'sign loud' : 'sign'}
              x={middle(drawing, span.from, span.to)}
              y={y + rows.cell + 13}
              text-anchor="middle"
              fill={loud ? '#ffffff' : tone}
            >
              {signs[span.outcome]}
            </text>
          </g>
        );
      })}
    </>
  );
}

/** Where nights are, with a gap behind them. */
function across({ column }: Drawing, from: number, to: number): { x: string; width: string } {
  return { x: percent(from * column), width: percent((to - from + 1 - gap) * column) };
}

function middle({ column }: Drawing, from: number, to: number): string {
  return percent(((from + to + 1) / 2) * column);
}
