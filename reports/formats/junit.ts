import { requirement } from '../../requirements/catalogue.ts';
import type { Operation } from '../../requirements/requirement.ts';
import { findingsText } from '../report/finding-text.ts';
import { causesBesideResults } from '../report/gate.ts';
import type { Report, ReportResult, ResultOutcome } from '../report/report.ts';
import { verdictInWords } from '../report/verdict-in-words.ts';
import { waivedInWords } from '../report/waiver-in-words.ts';
import type { FailureCommands } from './failure-commands.ts';
import { waiverSuite, waiverSums } from './junit-waivers.ts';
import { plainText } from './plain-text.ts';
import { xmlElement, xmlText } from './xml.ts';

type Counted = 'failures' | 'errors' | 'skipped';

/** The child elements that JUnit readers count: failure, error, skipped. */
const counted: Readonly<Record<ResultOutcome, Counted | undefined>> = {
  passed: undefined,
  failed: 'failures',
  warned: undefined,
  inconclusive: 'errors',
  inapplicable: 'skipped',
  'not-exercised': 'skipped',
  observed: undefined,
};

/**
 * A report as JUnit XML: a suite for each operation, a case for each result. Inconclusive results are errors;
 * unexercised results and waived failures are skipped; a warning is output of a passed case. The time of a case is that of
 * its own exchanges; reports of earlier versions have none.
 */
export function junitXml(report: Report, commands: FailureCommands = new Map()): string {
  const operations = [...new Set(report.results.map(({ operation }) => operation))].sort();
  const { suite, target } = report;
  const root = xmlElement(
    'testsuites',
    // `testsuites` has no count of skipped cases; only each suite has.
    {
      name: `${suite.name} ${suite.version}`,
      ...allSums(report),
      skipped: undefined,
      time: runTime(report),
    },
    [
      ...operations.map((operation) => `\n${testSuite(report, operation, commands)}`),
      ...[...waiverSuite(report, timestamp(report)), ...runSuite(report)].map((text) => `\n${text}`),
      '\n',
    ],
  );
  const about = xmlText(`${plainText(target.baseUrl)} · ${verdictInWords(report)}`).replace(/-(?=-)/g, '- ');
  return `<?xml version="1.0" encoding="UTF-8"?>\n<!-- ${about} -->\n${root}\n`;
}

function allSums(report: Report): Record<'tests' | Counted, number> {
  const own = sums(report.results);
  const added = waiverSums(report.waivers);
  const run = causesBesideResults(report).length > 0 ? 1 : 0;
  return {
    ...own,
    tests: own.tests + added.tests + run,
    failures: own.failures + added.failures,
    errors: own.errors + run,
  };
}

/**
 * A suite with one error: what no other case shows, such as a target that could not be reached. Without it, a CI server would
 * show such a run as passed.
 */
function runSuite(report: Report): string[] {
  const causes = causesBesideResults(report).map((cause) => plainText(cause, 1_000));
  const [message] = causes;
  if (message === undefined) return [];
  const error = xmlElement('error', { message, type: `exit status ${report.gate.status}` }, [
    xmlText(causes.join('\n')),
  ]);
  const attributes = {
    name: 'run',
    tests: 1,
    failures: 0,
    errors: 1,
    skipped: 0,
    timestamp: timestamp(report),
  };
  const testcase = xmlElement('testcase', { classname: `${report.suite.name}.run`, name: 'run' }, [error]);
  return [`  ${xmlElement('testsuite', attributes, [`\n    ${testcase}`, '\n  '])}`];
}

function sums(results: readonly ReportResult[]): Record<'tests' | Counted, number> {
  const sum = (kind: Counted): number => results.filter((result) => kindOf(result) === kind).length;
  return { tests: results.length, failures: sum('failures'), errors: sum('errors'), skipped: sum('skipped') };
}

function kindOf({ outcome, waived }: ReportResult): Counted | undefined {
  return outcome === 'failed' && waived !== null ? 'skipped' : counted[outcome];
}

/** Seconds with milliseconds, or nothing in reports of earlier versions. */
function secondsOf({ durations }: Report, ms: number): string | undefined {
  return durations === undefined ? undefined : (ms / 1_000).toFixed(3);
}

/** From the start of the run to its end; the times of cases overlap, so their sum is longer. */
function runTime(report: Report): string | undefined {
  const { startedAt, finishedAt } = report.run;
  return finishedAt === null ? undefined : secondsOf(report, Date.parse(finishedAt) - Date.parse(startedAt));
}

/** JUnit timestamps have neither fraction nor zone; those of a journal are in UTC. */
function timestamp({ run }: Report): string {
  return run.startedAt.replace(/(?:\.\d+)?Z$/, '');
}

function testSuite(report: Report, operation: Operation, commands: FailureCommands): string {
  const { results, run, target, profile } = report;
  const own = results.filter((result) => result.operation === operation);
  const property = (name: string, value: string): string =>
    xmlElement('property', { name, value: plainText(value) });
  const properties = xmlElement('properties', {}, [
    property('target', target.kind === 'reference' ? 'the reference server of the suite' : target.baseUrl),
    property('profile', profile),
    property('seed', run.seed),
    property('nonce', run.nonce),
    property('effort', run.effort),
  ]);
  const time = secondsOf(
    report,
    own.reduce((sum, { ms = 0 }) => sum + ms, 0),
  );
  const attributes = { name: operation, ...sums(own), time, timestamp: timestamp(report) };
  const cases = own.map((result) => `\n    ${testCase(result, report, commands)}`);
  return `  ${xmlElement('testsuite', attributes, [`\n    ${properties}`, ...cases, '\n  '])}`;
}

function testCase(result: ReportResult, report: Report, commands: FailureCommands): string {
  const classname = `${report.suite.name}.${result.operation}`;
  const name = `${result.requirement} ${requirement(result.requirement).statement}`;
  const time = secondsOf(report, result.ms ?? 0);
  return xmlElement(
    'testcase',
    { classname, name, time },
    outcomeElement(result, waivedInWords(result, report), commands),
  );
}

function outcomeElement(
  { outcome, level, reason, findings }: ReportResult,
  waived: string | undefined,
  commands: FailureCommands,
): string[] {
  const message = plainText(reason ?? findings[0]?.message ?? outcome, 500);
  switch (outcome) {
    case 'failed':
      if (waived !== undefined)
        return [xmlElement('skipped', { message: plainText(`${waived}; ${message}`, 1_000) })];
      return [
        xmlElement('failure', { message, type: level }, [xmlText(findingsText(findings, { commands }))]),
      ];
    case 'inconclusive':
      return [xmlElement('error', { message, type: outcome })];
    case 'inapplicable':
    case 'not-exercised':
      return [xmlElement('skipped', { message: `${outcome}: ${message}` })];
    case 'warned':
      return [xmlElement('system-out', {}, [xmlText(`warning\n${findingsText(findings, { commands })}`)])];
    case 'passed':
    case 'observed':
      return [];
  }
}
