import type { Report } from '../report/report.ts';
import { findingsText, type ReportView, type ShownResult, type ShownWaiver } from '../report/view.ts';
import { plainText } from './plain-text.ts';

/** The child elements that JUnit readers count, and the attributes of a suite with their numbers. */
const countedElements = { failures: 'failure', errors: 'error', skipped: 'skipped' } as const;

type Counted = keyof typeof countedElements;

interface Outcome {
  readonly counted?: Counted;
  readonly content: readonly string[];
}

interface Suite {
  /** Also the end of the class name of its cases. */
  readonly name: string;
  readonly properties?: Readonly<Record<string, string>>;
  readonly time?: string;
  readonly cases: readonly (Outcome & { readonly name: string; readonly time?: string })[];
}

/**
 * A report as JUnit XML: a suite for each operation, a case for each result. Inconclusive results are errors;
 * unexercised results and waived failures are skipped; a warning is output of a passed case. The time of a case is that of
 * its own exchanges; reports of earlier versions have none.
 */
export function junitXml(view: ReportView): string {
  const { suite, target } = view;
  const suites = [...operationSuites(view), ...waiverSuite(view), ...runSuite(view)];
  // `testsuites` has no count of skipped cases; only each suite has.
  const sums = { ...sumsOf(suites.flatMap(({ cases }) => cases)), skipped: undefined };
  // The times of cases overlap, so their sum is longer than the run.
  const root = xmlElement(
    'testsuites',
    { name: `${suite.name} ${suite.version}`, ...sums, time: secondsOf(view, view.ms) },
    [...suites.map((each) => `\n${suiteElement(each, view)}`), '\n'],
  );
  const about = xmlText(`${plainText(target.baseUrl)} · ${view.words}`).replace(/-(?=-)/g, '- ');
  return `<?xml version="1.0" encoding="UTF-8"?>\n<!-- ${about} -->\n${root}\n`;
}

function suiteElement({ name, properties, time, cases }: Suite, { suite, run }: ReportView): string {
  // JUnit timestamps have neither fraction nor zone; those of a journal are in UTC.
  const timestamp = run.startedAt.replace(/(?:\.\d+)?Z$/, '');
  const written = Object.entries(properties ?? {}).map(([key, value]) =>
    xmlElement('property', { name: key, value: plainText(value) }),
  );
  const classname = `${suite.name}.${name}`;
  return `  ${xmlElement('testsuite', { name, ...sumsOf(cases), time, timestamp }, [
    ...(properties === undefined ? [] : [`\n    ${xmlElement('properties', {}, written)}`]),
    ...cases.map(
      (each) =>
        `\n    ${xmlElement('testcase', { classname, name: each.name, time: each.time }, each.content)}`,
    ),
    '\n  ',
  ])}`;
}

function sumsOf(cases: readonly Outcome[]): Record<'tests' | Counted, number> {
  const sum = (kind: Counted): number => cases.filter(({ counted }) => counted === kind).length;
  return { tests: cases.length, failures: sum('failures'), errors: sum('errors'), skipped: sum('skipped') };
}

/** Seconds with milliseconds, or nothing in reports of earlier versions. */
function secondsOf({ durations }: Report, ms: number | undefined): string | undefined {
  return durations === undefined || ms === undefined ? undefined : (ms / 1_000).toFixed(3);
}

function operationSuites(view: ReportView): Suite[] {
  const { results, run, target, profile } = view;
  const properties = {
    target: target.kind === 'reference' ? 'the reference server of the suite' : target.baseUrl,
    profile,
    seed: run.seed,
    nonce: run.nonce,
    effort: run.effort,
  };
  return [...new Set(results.map(({ operation }) => operation))].sort().map((operation) => {
    const own = results.filter((result) => result.operation === operation);
    const time = own.reduce((sum, { ms = 0 }) => sum + ms, 0);
    const cases = own.map((result) => ({
      name: `${result.requirement} ${result.clause.statement}`,
      time: secondsOf(view, result.ms ?? 0),
      ...outcomeOf(result),
    }));
    return { name: operation, properties, time: secondsOf(view, time), cases };
  });
}

/** Waivers, one case each. One that fails the gate is a failure, or readers of the file would not see it. */
function waiverSuite({ waivers }: ReportView): Suite[] {
  const cases = waivers.map((waiver) => {
    const { requirement, operation, owner, expires } = waiver;
    const name = `${requirement} on ${operation ?? 'every operation'}, waived by ${plainText(owner, 100)} until ${expires}`;
    return { name, ...waiverOutcome(waiver) };
  });
  return cases.length === 0 ? [] : [{ name: 'waivers', cases }];
}

/**
 * One error: what no other case shows, such as a target that could not be reached. Without it, a CI server would show such a
 * run as passed.
 */
function runSuite({ besideResults, gate }: ReportView): Suite[] {
  const causes = besideResults.map((cause) => plainText(cause, 1_000));
  const [message] = causes;
  if (message === undefined) return [];
  const error = countedAs('errors', { message, type: `exit status ${gate.status}` }, causes.join('\n'));
  return [{ name: 'run', cases: [{ name: 'run', ...error }] }];
}

function outcomeOf({ outcome, level, said, findings, excuse }: ShownResult): Outcome {
  const message = plainText(said, 500);
  switch (outcome) {
    case 'failed':
      return excuse === undefined
        ? countedAs('failures', { message, type: level }, findingsText(findings))
        : countedAs('skipped', { message: plainText(`${excuse}; ${message}`, 1_000) });
    case 'inconclusive':
      return countedAs('errors', { message, type: outcome });
    case 'inapplicable':
    case 'not-exercised':
      return countedAs('skipped', { message: `${outcome}: ${message}` });
    case 'warned':
      return outputOf(`warning\n${findingsText(findings)}`);
    case 'passed':
    case 'observed':
      return { content: [] };
  }
}

function waiverOutcome({ state, said = '', isRed }: ShownWaiver): Outcome {
  const message = plainText(said, 1_000);
  if (state === 'not-exercised') return countedAs('skipped', { message: 'not exercised in this run' });
  if (isRed) return countedAs('failures', { message, type: `${state} waiver` });
  return message === '' ? { content: [] } : outputOf(message);
}

function countedAs(counted: Counted, attributes: Readonly<Record<string, string>>, text?: string): Outcome {
  const content = text === undefined ? [] : [xmlText(text)];
  return { counted, content: [xmlElement(countedElements[counted], attributes, content)] };
}

function outputOf(text: string): Outcome {
  return { content: [xmlElement('system-out', {}, [xmlText(text)])] };
}

/** Characters that XML 1.0 §2.2 does not allow, including lone surrogates. */
const forbidden = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
};

/** Text between tags. */
export function xmlText(text: string): string {
  return text.replace(forbidden, '').replace(/[&<>\r]/g, (character) => entities[character] ?? character);
}

/** An element with its attributes in order; undefined attributes are omitted. */
export function xmlElement(
  name: string,
  attributes: Readonly<Record<string, string | number | undefined>>,
  content: readonly string[] = [],
): string {
  const written = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [` ${key}="${xmlAttribute(String(value))}"`],
  );
  const start = `<${name}${written.join('')}`;
  return content.length === 0 ? `${start}/>` : `${start}>${content.join('')}</${name}>`;
}

/** White space is written as references, because parsers would normalize it to spaces. */
function xmlAttribute(text: string): string {
  return text
    .replace(forbidden, '')
    .replace(/[&<>"'\t\n\r]/g, (character) => entities[character] ?? character);
}
