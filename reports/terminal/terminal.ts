import type { RunHeader } from '../../journal/journal-line.ts';
import { counted, firstNames, grouped, plainLine } from '../formats/plain-text.ts';
import type { ReasonGroup } from '../report/reasons.ts';
import { type Report, type ResultOutcome, resultOutcomes } from '../report/report.ts';
import type { ReportView } from '../report/view.ts';
import { breachLines, stopLines } from './breaches.ts';
import { andMore, blank, joined, line, type TerminalLayout, type TerminalLine, wrapped } from './lines.ts';

/** The first and the last line of a run without a target. */
export const selfCheck = 'self-check: no target was tested';

/** The first lines of a run and of its report: what it tests, and how. */
export function headLines(
  of: Pick<RunHeader, 'suite' | 'target' | 'profile' | 'run'> | Report,
): TerminalLine[] {
  const { suite, target, profile, run } = of;
  const name = `${suite.name} ${suite.version}`;
  const how = `profile ${profile}, effort ${run.effort}, seed ${run.seed}, nonce ${run.nonce}${run.shard === null ? '' : `, shard ${run.shard}`}${run.disguise === true ? ', disguised' : ''}`;
  const first =
    target.kind === 'reference'
      ? [line(selfCheck), wrapped('', `${name} on its own reference server`)]
      : [wrapped('', plainLine(`${name} on ${target.baseUrl}`))];
  return [...first, wrapped('', plainLine(how), 'dim')];
}

/** How to lay out a summary. */
export interface SummaryLayout extends TerminalLayout {
  /** The results folder, as the user named it. */
  readonly folder?: string;
  /** The HTML report in it. */
  readonly page?: string;
  /** Whether the first lines were printed when the run began. */
  readonly isHeadShown?: boolean;
}

/** The summary of a run: what was tested, what broke and how to reproduce it, what was not judged, and the verdict. */
export function renderSummary(view: ReportView, layout: SummaryLayout): string {
  const lines = [
    ...(layout.isHeadShown === true ? [] : headLines(view)),
    ...breachLines(view),
    ...waiverLines(view),
    ...stopLines(view),
    ...unjudgedLines(view, 'inconclusive'),
    ...unjudgedLines(view, 'not-exercised'),
    ...unjudgedLines(view, 'inapplicable'),
    ...thinLines(view),
    ...observationLines(view),
    blank,
    wrapped('', countsText(view)),
    ...gateLines(view),
    wrapped('', view.words, ['bold', verdictColour(view)]),
    ...(layout.folder === undefined
      ? []
      : [
          wrapped(
            '',
            `results: ${plainLine(layout.folder)} (${layout.page === undefined ? '' : `${layout.page}, `}report.json)`,
          ),
        ]),
    ...(view.target.kind === 'reference' ? [line(selfCheck)] : []),
  ];
  return joined(lines, layout);
}

function countsText({ counts, waivedFailures: waived }: ReportView): string {
  const share = (outcome: string): string =>
    outcome === 'failed' && waived > 0 ? ` (${waived} waived)` : '';
  const outcomes = resultOutcomes
    .filter((outcome) => counts[outcome] > 0)
    .map((outcome) => `${counts[outcome]} ${outcome.replace('-', ' ')}${share(outcome)}`);
  return `${outcomes.join(', ')}; ${grouped(counts.exchanges)} exchanges in ${grouped(counts.cases)} cases`;
}

function gateLines({ gate, verdict }: Report): TerminalLine[] {
  if (gate.status === 0)
    return verdict === 'non-conformant' ? [line('exit status 0: every failure is waived')] : [];
  return [
    line(`exit status ${gate.status}:`),
    ...gate.causes.map((cause) => wrapped('  ', plainLine(cause, 600))),
  ];
}

function verdictColour({ verdict }: Report): 'red' | 'yellow' | 'green' {
  if (verdict === 'conformant') return 'green';
  return verdict === 'inconclusive' ? 'yellow' : 'red';
}

const shownWaived = 20;

/** Waived failures, and waivers that expire soon. Waivers that fail the gate are listed as causes of the status. */
function waiverLines({ waived, ending }: ReportView): TerminalLine[] {
  const title = waived.length === 1 ? '1 failure is waived' : `${waived.length} failures are waived`;
  return [
    ...(waived.length === 0 ? [] : [blank, line(title, ['bold', 'yellow'])]),
    ...waived.slice(0, shownWaived).flatMap((result) => {
      const said = `${result.requirement} · ${result.operation}: ${result.excuse}`;
      return wrapped('  ', plainLine(said, 600));
    }),
    ...andMore(waived.length - shownWaived),
    ...(ending.length === 0 ? [] : [blank]),
    ...ending.map((sentence) => wrapped('', plainLine(sentence, 600), 'yellow')),
  ];
}

const shownReasons = 8;
const shownIds = 4;
const shownObservations = 4;

/** What was not judged, grouped by reason, the most frequent first, with a remedy. */
function unjudgedLines(view: ReportView, outcome: ResultOutcome): TerminalLine[] {
  const reasons = view.unjudged(outcome);
  if (reasons.length === 0) return [];
  const sum = (groups: readonly ReasonGroup[]): number => groups.flatMap(({ members }) => members).length;
  return [
    blank,
    line(`${sum(reasons)} ${outcome.replace('-', ' ')}`, 'bold'),
    ...reasons.slice(0, shownReasons).flatMap((group) => reasonLines(group)),
    ...andMore(sum(reasons.slice(shownReasons))),
  ];
}

function reasonLines({ reason, remedy, members }: ReasonGroup): TerminalLine[] {
  const ids = [...new Set(members.map(({ requirement }) => requirement))];
  const lead = `  ${String(members.length).padStart(3)}  `;
  return [
    wrapped(lead, plainLine(reason, 300)),
    ...(remedy === undefined ? [] : [wrapped('       → ', remedy)]),
    wrapped('       ', firstNames(ids, shownIds), 'dim'),
  ];
}

/** MUST requirements that passed on too few answers to reveal a fault in one of ten; expected with `quick`. */
function thinLines({ results, run }: Report): TerminalLine[] {
  const thin = results
    .filter(({ level, outcome, reason }) => level === 'MUST' && outcome === 'passed' && reason !== null)
    .sort((a, b) => a.answersJudged - b.answersJudged);
  const [least] = thin;
  if (least === undefined || run.effort === 'quick') return [];
  const said = `${thin.length} passed MUST ${thin.length === 1 ? 'requirement rests' : 'requirements rest'} on few responses; the fewest: ${least.requirement} · ${least.operation}, ${least.reason}`;
  return [blank, wrapped('', plainLine(said, 300))];
}

/** The number of observations, and the first few. */
function observationLines({ observations }: Report): TerminalLine[] {
  if (observations.length === 0) return [];
  const firstOfEach = observations.filter(
    ({ id }, index) => observations.findIndex((other) => other.id === id) === index,
  );
  return [
    blank,
    line(`${counted(observations.length, 'observation')} of behaviour the document leaves open`, 'bold'),
    ...firstOfEach
      .slice(0, shownObservations)
      .map(({ id, operation, value }) => wrapped('  ', `${id} · ${operation}: ${plainLine(value, 120)}`)),
    ...(observations.length > shownObservations ? [line('  … all are in report.json')] : []),
  ];
}
