import { plainLine } from '../formats/plain-text.ts';
import { byReason, type ReasonGroup } from '../report/by-reason.ts';
import type { Report, ResultOutcome } from '../report/report.ts';
import { andMore, blank, line, type TerminalLine } from './lines.ts';
import { remedyFor } from './remedies.ts';
import { wrapped } from './wrapped.ts';

const shownWarnings = 6;
const shownReasons = 8;
const shownIds = 4;
const shownObservations = 4;

/** Broken SHOULD requirements, a line or two each. */
export function warningLines({ results }: Report, columns: number): TerminalLine[] {
  const warned = results.filter(({ outcome, waived }) => outcome === 'warned' && waived === null);
  if (warned.length === 0) return [];
  return [
    blank,
    line(`${warned.length} ${warned.length === 1 ? 'warning' : 'warnings'}`, ['bold', 'yellow']),
    ...warned.slice(0, shownWarnings).flatMap(({ requirement, operation, findings }) => {
      const [first] = findings;
      const said = first === undefined ? '' : `: ${plainLine(first.message, 160)} (${first.rate})`;
      return wrapped('  ', `${requirement} · ${operation}${said}`, columns);
    }),
    ...andMore(warned.length - shownWarnings),
  ];
}

/** What was not judged, grouped by reason, the most frequent first, with a remedy. */
export function unjudgedLines(report: Report, columns: number): TerminalLine[] {
  return [
    ...reasonsOf(report, 'inconclusive', 'inconclusive', columns),
    ...reasonsOf(report, 'not-exercised', 'not exercised', columns),
    ...reasonsOf(report, 'inapplicable', 'inapplicable', columns),
  ];
}

function reasonsOf(report: Report, outcome: ResultOutcome, name: string, columns: number): TerminalLine[] {
  const found = report.results.filter((result) => result.outcome === outcome);
  if (found.length === 0) return [];
  const sorted = byReason(found);
  return [
    blank,
    line(`${found.length} ${name}`, 'bold'),
    ...sorted.slice(0, shownReasons).flatMap((group) => reasonLines(group, report, columns)),
    ...andMore(sorted.slice(shownReasons).reduce((sum, { members }) => sum + members.length, 0)),
  ];
}

function reasonLines(
  { kind, reason, members }: ReasonGroup,
  report: Report,
  columns: number,
): TerminalLine[] {
  const remedy = remedyFor(kind, report);
  const ids = [...new Set(members.map(({ requirement }) => requirement))];
  const more = ids.length - shownIds;
  const named = `${ids.slice(0, shownIds).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  const lead = `  ${String(members.length).padStart(3)}  `;
  return [
    ...wrapped(lead, plainLine(reason, 300), columns),
    ...(remedy === undefined ? [] : wrapped('       → ', remedy, columns)),
    ...wrapped('       ', named, columns, 'dim'),
  ];
}

/** MUST requirements that passed on too few answers to reveal a fault in one of ten; expected with `quick`. */
export function thinLines({ results, run }: Report, columns: number): TerminalLine[] {
  const thin = results
    .filter(({ level, outcome, reason }) => level === 'MUST' && outcome === 'passed' && reason !== null)
    .sort((a, b) => a.answersJudged - b.answersJudged);
  const [least] = thin;
  if (least === undefined || run.effort === 'quick') return [];
  const said = `${thin.length} passed MUST ${thin.length === 1 ? 'requirement rests' : 'requirements rest'} on few responses; the fewest: ${least.requirement} · ${least.operation}, ${least.reason}`;
  return [blank, ...wrapped('', plainLine(said, 300), columns)];
}

/** The number of observations, and the first few. */
export function observationLines({ observations }: Report, columns: number): TerminalLine[] {
  if (observations.length === 0) return [];
  const firstOfEach = observations.filter(
    ({ id }, index) => observations.findIndex((other) => other.id === id) === index,
  );
  return [
    blank,
    line(
      `${observations.length} ${observations.length === 1 ? 'observation' : 'observations'} where the document leaves room`,
      'bold',
    ),
    ...firstOfEach
      .slice(0, shownObservations)
      .flatMap(({ id, operation, value }) =>
        wrapped('  ', `${id} · ${operation}: ${plainLine(value, 120)}`, columns),
      ),
    ...(observations.length > shownObservations ? [line('  … all are in report.json')] : []),
  ];
}
