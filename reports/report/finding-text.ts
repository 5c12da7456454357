import { plainText } from '../formats/plain-text.ts';
import type { Hint } from './hint.ts';
import type { ReportFinding, ReportInput } from './report.ts';

/** A finding with everything that formats show of it. */
export interface ShownFinding extends ReportFinding {
  /** How often, with which values, in which requests. */
  readonly facts: readonly FindingFact[];
  /** What usually causes it, if that is known. */
  readonly hint: Hint | undefined;
  /** The curl command that sends its first example again, if there is one. */
  readonly command: string | undefined;
}

/** Findings as plain text: what, where, how often, and how to reproduce it. */
export function findingsText(findings: readonly ShownFinding[], limit = Number.POSITIVE_INFINITY): string {
  const more = findings.length - limit;
  const texts = findings.slice(0, limit).map(findingText);
  return [...texts, ...(more > 0 ? [`… and ${more} more in report.json`] : [])].join('\n\n');
}

function findingText(finding: ShownFinding): string {
  const { message, pointer, expected, actual, facts, exchanges, replay, command } = finding;
  const rows = [
    message,
    ...(pointer === '' ? [] : [`at:        ${pointer}`]),
    `expected:  ${expected}`,
    `actual:    ${actual}`,
    ...facts.map(({ kind, text }) => `${`${factLabels[kind]}:`.padEnd(11)}${text}`),
    `exchanges: ${exchanges.join(', ')}`,
    `again:     ${replay}`,
  ];
  const texts = rows.map((row) => plainText(row, 2_000));
  // On lines of its own, so that it can be pasted.
  return [...texts, ...(command === undefined ? [] : [plainText(command)])].join('\n');
}

/** How many inputs are named in one line. */
const named = 5;

/** A line of a finding: what it is about, and its text, which may have a target's words. */
interface FindingFact {
  readonly kind: 'rate' | 'values' | 'requests' | 'side';
  readonly text: string;
}

/** Short names of facts for people. */
export const factLabels: Readonly<Record<FindingFact['kind'], string>> = {
  rate: 'how often',
  values: 'values',
  requests: 'requests',
  side: 'value',
};

/**
 * What a finding says besides its message, expectation and example: how often it showed, which values of this kind did it,
 * which kinds of request got such answers, and the two values of a contradiction.
 */
export function findingFacts(finding: ReportFinding): FindingFact[] {
  const { rate, onlyConcurrent, details = [], inputs = [], sides = [] } = finding;
  const concurrent = onlyConcurrent === true ? ', only while other requests were in progress' : '';
  const values = details.slice(0, named).map(({ text, affected }) => `${text} (${affected})`);
  const requests = dependsOnRequest(finding) ? inputs.slice(0, named).map(inputText) : [];
  return [
    { kind: 'rate', text: `${rate}${concurrent}` },
    ...(values.length === 0 ? [] : [{ kind: 'values', text: list(values, details.length) } as const]),
    ...(requests.length === 0 ? [] : [{ kind: 'requests', text: list(requests, inputs.length) } as const]),
    ...sides.map(({ exchange, value }) => ({ kind: 'side', text: `${value} in ${exchange}` }) as const),
  ];
}

/** If nearly all answers have it, the requests that got them explain nothing. */
function dependsOnRequest({ affected = 0, judged = 0 }: ReportFinding): boolean {
  return affected < 0.9 * judged;
}

function inputText({ text, affected, attempts }: ReportInput): string {
  return `${text} (${affected} of ${attempts})`;
}

function list(texts: readonly string[], all: number): string {
  return `${texts.join('; ')}${all > texts.length ? '; …' : ''}`;
}
