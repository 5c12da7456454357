import { counted, plainLine, withNames, withoutQuote } from '../formats/plain-text.ts';
import { byOperations, type Cause } from '../report/causes.ts';
import type { ReportFinding } from '../report/report.ts';
import { stopRemedy, stopText } from '../report/target-stop.ts';
import type { ReportView } from '../report/view.ts';
import { exchangeLines, findingLines } from './finding-lines.ts';
import { andMore, blank, line, row, type TerminalLine, wrapped } from './lines.ts';

/** How many causes are shown with an example, and how many findings of it. */
const shownCauses = 10;
const shownFindings = 4;

/** How many kinds of input are named in one line. */
const namedInputs = 8;

/** How many places of a cause are named. */
const namedPlaces = 6;

/**
 * What broke by cause, in the order of what turns green, each with the clause, request, answer, rate and repair of an example;
 * then the same of warnings.
 */
export function breachLines(view: ReportView): TerminalLine[] {
  const [failed, warned] = [view.of('failed').length, view.of('warned').length];
  const title = failed === 1 ? '1 requirement is broken' : `${failed} requirements are broken`;
  return [
    ...byCause(view, view.causes, title, 'red'),
    ...byCause(view, view.warnedCauses, counted(warned, 'warning'), 'yellow'),
  ];
}

function byCause(
  view: ReportView,
  causes: readonly Cause[],
  title: string,
  colour: 'red' | 'yellow',
): TerminalLine[] {
  if (causes.length === 0) return [];
  const shown = causes.slice(0, shownCauses);
  const more = causes.length - shown.length;
  const isAlone = view.of(causes[0]?.example.result.outcome ?? 'failed').length === 1 && more === 0;
  // A result that shows several causes is an example once.
  const examples = shown.filter(
    ({ example }, index) => shown.findIndex((other) => other.example.result === example.result) === index,
  );
  return [
    blank,
    line(title, ['bold', colour]),
    ...(isAlone && causes.length === 1 ? [] : shown.flatMap((cause, index) => causeLines(cause, index))),
    ...(more > 0 ? [line(`… and ${more} more in report.json`, colour)] : []),
    ...examples.flatMap((cause) => breach(cause, view, colour)),
  ];
}

function causeLines(cause: Cause, index: number): TerminalLine[] {
  const { title, isKnown, places, worth } = cause;
  const named = places.slice(0, namedPlaces);
  const names = byOperations(named).map(
    ({ requirements, operations }) => `${requirements.join(', ')} on ${operations.join(' and ')}`,
  );
  const more = places.length - named.length;
  const where = `${names.join('; ')}${more > 0 ? `; and ${more} more` : ''}`;
  return [
    wrapped(
      `${String(index + 1).padStart(2)}. `,
      `${isKnown ? '' : 'No known cause: '}${plainLine(title, 200)}`,
    ),
    wrapped('    ', where),
    wrapped('    → ', worth),
  ];
}

function breach({ example }: Cause, view: ReportView, colour: TerminalLine['style']): TerminalLine[] {
  const result = view.results.find(
    ({ requirement, operation }) =>
      requirement === example.result.requirement && operation === example.result.operation,
  );
  if (result === undefined) return [];
  // A view has the findings of a result in the same order.
  const at = example.result.findings.indexOf(example.finding);
  const first = result.findings[at];
  const others = result.findings.toSpliced(at, 1);
  const { quote, section } = result.clause;
  return [
    blank,
    line(`${result.outcome.toUpperCase()} ${result.requirement} · ${result.operation}`, colour),
    wrapped('  ', `“${quote}” (${section})`),
    ...(first === undefined
      ? []
      : findingLines({ ...first, expected: withoutQuote(first.expected, quote) }, view)),
    ...alsoLines(first, others),
  ];
}

/** The other findings: kinds of input with the same result as the first share a line. */
function alsoLines(first: ReportFinding | undefined, others: readonly ReportFinding[]): TerminalLine[] {
  const isAlike = ({ input, kind }: ReportFinding): boolean =>
    input !== undefined && first?.input !== undefined && kind === first.kind;
  const alike = others.filter(isAlike);
  const rest = others.filter((finding) => !isAlike(finding));
  const more = alike.length - namedInputs;
  const inputs = alike
    .slice(0, namedInputs)
    .map(({ input, affected, attempts }) => `${input?.text} (${affected} of ${attempts})`);
  const text = `${inputs.join('; ')}${more > 0 ? `; and ${more} more kinds` : ''}`;
  return [
    ...(alike.length === 0 ? [] : [wrapped('  the same  ', plainLine(`with ${text}`))]),
    ...rest
      .slice(0, shownFindings - 1)
      .map(({ message, rate }) => wrapped('  also      ', `${plainLine(message, 200)} (${plainLine(rate)})`)),
    ...andMore(rest.length - shownFindings + 1),
  ];
}

/** How many requests are shown; report.json has more. */
const shown = 4;

/** The requests that were in progress when the target stopped answering, with the commands that send them again. */
export function stopLines({ targetStop, evidence }: ReportView): TerminalLine[] {
  if (targetStop === undefined) return [];
  const { requests, candidates } = targetStop;
  return [
    blank,
    wrapped('', stopText(targetStop), ['bold', 'yellow']),
    wrapped('  → ', stopRemedy),
    ...candidates.slice(0, shown).flatMap(({ requirement, operation, request, exchange, sentAt, replay }) => {
      const found = evidence.exchange(exchange);
      const wrong = evidence.caseOf(exchange)?.wrong ?? 'valid';
      return [
        blank,
        line(`  ${requirement} · ${operation}`),
        row('request', plainLine(withNames(request), 300)),
        row('sent at', plainLine(sentAt, 300)),
        ...(found === undefined ? [] : exchangeLines(found, wrong === 'valid' ? '' : wrong.pointer)),
        line(`  ${'again'.padEnd(10)}${plainLine(replay)}`),
      ];
    }),
    ...andMore(requests - Math.min(shown, candidates.length)),
  ];
}
