import { hash } from 'node:crypto';
import type { Log, Notification, ReportingDescriptor, Result } from 'sarif';
import { requirements } from '../../requirements/catalogue.ts';
import type { Requirement } from '../../requirements/requirement.ts';
import type { Report, ResultOutcome } from '../report/report.ts';
import { findingsText, type ReportView, type ShownResult } from '../report/view.ts';
import { plainLine } from './plain-text.ts';

/** How many findings of a result are shown. */
const shownFindings = 5;

/**
 * Outcomes that need attention. All others are omitted, because GitHub shows every result of a file as an alert,
 * whatever its kind. `level` is allowed only with the kind `fail` (SARIF 2.1.0 §3.27.10).
 */
const kinds: Partial<Readonly<Record<ResultOutcome, Required<Pick<Result, 'kind' | 'level'>>>>> = {
  failed: { kind: 'fail', level: 'error' },
  warned: { kind: 'fail', level: 'warning' },
  inconclusive: { kind: 'review', level: 'none' },
};

const rules = requirements.filter(({ excluded }) => excluded === undefined);

/**
 * A report as SARIF 2.1.0: requirements are rules, with the clauses of the document.
 * @param file the file of the user's repository that all results point to
 */
export function sarif(view: ReportView, file: string): string {
  const { suite, run, target, profile, document, gate, verdict, coverage, counts } = view;
  const log: Log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: suite.name,
            version: suite.version,
            semanticVersion: suite.version,
            rules: rules.map(rule),
          },
        },
        automationDetails: { id: `${suite.name}/${plainLine(profile)}/` },
        columnKind: 'utf16CodeUnits',
        invocations: [
          {
            executionSuccessful: wasSuccessful(view),
            exitCode: gate.status,
            startTimeUtc: run.startedAt,
            endTimeUtc: run.finishedAt ?? undefined,
            toolConfigurationNotifications: notifications(view),
            toolExecutionNotifications: view.besideResults.map((cause) => ({
              level: 'error' as const,
              message: { text: plainLine(cause, 1_000) },
            })),
          },
        ],
        results: view.results.flatMap((result) => results(result, file)),
        properties: {
          target: plainLine(target.kind === 'reference' ? 'reference server' : target.baseUrl),
          seed: run.seed,
          nonce: run.nonce,
          effort: run.effort,
          verdict,
          verdictInWords: view.words,
          coverage,
          counts,
          documentSha256: document.sha256,
        },
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

/** Whether the run began, ended, and was not kept from it by the suite. */
function wasSuccessful({ gate: { status, causeKinds = [] }, run }: Report): boolean {
  return status !== 2 && status !== 4 && !causeKinds.includes('not-tested') && run.finishedAt !== null;
}

function rule({ id, section, quote, statement, level }: Requirement): ReportingDescriptor {
  return {
    id,
    name: pascalCase(id),
    shortDescription: { text: statement },
    fullDescription: { text: `“${quote}” (${section})` },
    help: {
      text: `${statement} ${clauseOf({ quote, section })} How it is interpreted: ledger-conformance explain ${id}`,
    },
    defaultConfiguration: { level: level === 'MUST' ? 'error' : level === 'SHOULD' ? 'warning' : 'none' },
    properties: { tags: [level, section] },
  };
}

function clauseOf({ quote, section }: Pick<Requirement, 'quote' | 'section'>): string {
  return `The document says, under “${section}”: “${quote}”`;
}

function pascalCase(id: string): string {
  return id.toLowerCase().replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function results(result: ShownResult, file: string): Result[] {
  const { requirement: id, operation, outcome, said, findings, answersJudged, excuse } = result;
  const kind = kinds[outcome];
  if (kind === undefined) return [];
  // An alert is read where there is no shell.
  const plain = findings.map((each) => ({ ...each, command: undefined }));
  const told = findings.length > 0 ? findingsText(plain, shownFindings) : plainLine(said, 500);
  return [
    {
      ruleId: id,
      ruleIndex: rules.findIndex((each) => each.id === id),
      ...kind,
      // Text from a target that looks like an embedded link (§3.11.6) would become one.
      message: { text: `${id} on ${operation}: ${told.replaceAll('](', '] (')}\n${clauseOf(result.clause)}` },
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: file, uriBaseId: '%SRCROOT%' },
            region: { startLine: 1 },
          },
          logicalLocations: [{ name: operation, kind: 'resource' }],
        },
      ],
      // One alert for each requirement on an operation, even if its findings vary between runs.
      partialFingerprints: { 'requirementOnOperation/v1': hash('sha256', `${id}@${operation}`, 'hex') },
      suppressions:
        excuse === undefined
          ? undefined
          : [{ kind: 'external', status: 'accepted', justification: plainLine(excuse, 1_000) }],
      properties: { outcome, operation, answersJudged, findings: findings.length },
    },
  ];
}

/** Waivers that need attention: the configuration is wrong, not the target. */
function notifications({ waivers }: ReportView): Notification[] {
  return waivers.flatMap(({ said, isRed }) => {
    return said === undefined
      ? []
      : [{ level: isRed ? 'error' : 'warning', message: { text: plainLine(said, 1_000) } } as const];
  });
}
