import type { CaseLine } from '../../journal/case-line.ts';
import type { Finding } from '../../journal/finding.ts';
import type {
  CheckLine,
  Footer,
  JudgementLine,
  PreflightLine,
  RunHeader,
} from '../../journal/journal-line.ts';
import type { UnansweredRequest } from '../../journal/judgement.ts';
import type { Reason } from '../../journal/reason.ts';
import type { RunJournal } from '../../journal/run-journal.ts';
import type { OperationState } from '../../journal/target-facts.ts';
import { requirements } from '../../requirements/catalogue.ts';
import type { Operation } from '../../requirements/requirement.ts';
import type { Waiver } from '../../settings/waiver.ts';
import type { Answer, Exchange } from '../../wire/exchange.ts';

/** A run as a list of lines and exchanges; tests change it before they aggregate it. */
export interface Run {
  readonly header: RunHeader;
  readonly preflight: PreflightLine;
  readonly waivers?: readonly Waiver[];
  readonly cases: readonly CaseLine[];
  readonly judgements: readonly JudgementLine[];
  readonly checks: readonly CheckLine[];
  readonly exchanges: readonly Exchange[];
  readonly ended: Footer['ended'] | undefined;
  readonly targetGone?: true;
  readonly stopped?: Footer['stopped'];
  readonly failure?: Footer['failure'];
}

export function aHeader(run: Partial<RunHeader['run']> = {}): RunHeader {
  return {
    type: 'run',
    schemaVersion: 2,
    suite: { name: 'ledger-conformance', version: '0.1.0' },
    document: { sha256: 'a'.repeat(64) },
    profile: 'document',
    target: { kind: 'target', baseUrl: 'http://127.0.0.1:8080/ledger' },
    run: { seed: 'seed-1', nonce: 'n1', effort: 'standard', shard: null, only: null, ...run },
    startedAt: '2026-01-02T03:04:05.678Z',
  };
}

const answers: OperationState = { state: 'answers', detail: '' };

export function aPreflight(states: Partial<Record<Operation, OperationState>> = {}): PreflightLine {
  return {
    type: 'preflight',
    facts: {
      kind: 'target',
      baseUrl: 'http://127.0.0.1:8080/ledger',
      synchronizer: 'sync::1220',
      synchronizerAlias: null,
      participantUids: [],
      userId: null,
      knownUsers: [],
      pageSizeParameter: 'pageSize',
      pageTokenParameter: 'pageToken',
      pageSizeWorks: true,
      apiKeyForm: 'jwt.token.',
      bearerWorks: true,
      operations: {
        'generate-topology': answers,
        'execute-submission': answers,
        'list-users': answers,
        ...states,
      },
      users: 3,
      executeBodies: 1,
      canExpire: true,
      firstTopology: null,
    },
  };
}

export function anExchange(id: string, parts: Partial<Exchange> = {}): Exchange {
  return {
    id,
    request: {
      method: 'POST',
      target: '/ledger/v2/parties/external/generate-topology',
      headers: [
        ['host', '127.0.0.1:8080'],
        ['connection', 'keep-alive'],
        ['Authorization', 'Bearer [redacted:token:200:abcdef012345]'],
        ['Content-Type', 'application/json'],
        ['content-length', '2'],
      ],
      body: Buffer.from('{"partyHint":"alice"}'),
    },
    answer: anAnswer(200, '{}'),
    ms: 1.5,
    ...parts,
  };
}

export function anAnswer(status: number, body: string | Buffer, type = 'application/json'): Answer {
  return { status, reason: '', headers: [['Content-Type', type]], body: Buffer.from(body) };
}

/** What a test says of a case; `requests` are sent one after the other, each settled at once. */
export interface CaseParts {
  readonly requirement: string;
  readonly operation: Operation;
  readonly number?: number;
  readonly requests?: number;
  readonly attempts?: number;
  readonly control?: JudgementLine['control'];
  readonly judged?: Readonly<Record<string, number>>;
  readonly findings?: readonly Finding[];
  readonly observations?: JudgementLine['observations'];
  readonly unanswered?: readonly UnansweredRequest[];
  readonly undecided?: JudgementLine['undecided'];
  readonly recovered?: number;
  readonly facts?: CaseLine['facts'];
  readonly wrong?: CaseLine['wrong'];
}

export interface CaseLines {
  readonly line: CaseLine;
  readonly judgement: JudgementLine;
  readonly exchanges: readonly Exchange[];
}

export function aCase(parts: CaseParts): CaseLines {
  const { requirement, operation, number = 1, requests = 1, attempts: tries = 1 } = parts;
  const id = `${requirement}@${operation}/${number}`;
  const attempts = Array.from({ length: requests }, (_, request) =>
    Array.from({ length: tries }, (_each, attempt) => ({
      role: attempt === 0 ? ('probe' as const) : ('retry' as const),
      ordinal: request + 1,
      attempt: attempt + 1,
      exchange: `${id}#${request + 1}${attempt === 0 ? '' : `.${attempt + 1}`}`,
    })),
  ).flat();
  return {
    line: {
      type: 'case',
      id,
      requirement,
      operation,
      judge: 1,
      kind: 'made',
      name: 'a case',
      wrong: parts.wrong ?? 'valid',
      credential: 'valid',
      facts: parts.facts ?? {},
      attempts,
    },
    judgement: {
      type: 'judgement',
      case: id,
      judged: parts.judged ?? { [requirement]: requests },
      findings: parts.findings ?? [],
      observations: parts.observations ?? [],
      unanswered: parts.unanswered ?? [],
      undecided: parts.undecided ?? [],
      recovered: parts.recovered ?? 0,
      control: parts.control ?? 'succeeded',
    },
    exchanges: attempts.map((attempt) => anExchange(attempt.exchange)),
  };
}

export function aFinding(requirement: string, operation: Operation, parts: Partial<Finding> = {}): Finding {
  const message = parts.message ?? 'the answer is not what it must be';
  return {
    requirement,
    operation,
    kind: 'not-kept',
    place: 'status',
    parameters: { message },
    message,
    pointer: '/partyId',
    expected: 'a string',
    actual: '1',
    exchanges: [`${requirement}@${operation}/1#1`],
    ...parts,
  };
}

export function aCheck(
  requirement: string,
  operation: Operation,
  state: CheckLine['state'] = 'done',
  reason: Reason | string | null = null,
): CheckLine {
  const line = { type: 'check', requirement, operation, state } as const;
  return reason === null || typeof reason === 'string'
    ? { ...line, reason }
    : { ...line, reason: reason.text, kind: reason.kind };
}

/** Every requirement on every operation it is judged on. */
export const judgedPairs = requirements
  .filter(({ excluded }) => excluded === undefined)
  .flatMap(({ id, operations }) => operations.map((operation) => ({ requirement: id, operation })));

/** A run in which every check was done and every answer was as it must be. */
export function aGoodRun(): Run {
  return withCases(
    {
      header: aHeader(),
      preflight: aPreflight(),
      cases: [],
      judgements: [],
      checks: judgedPairs.map(({ requirement, operation }) => aCheck(requirement, operation)),
      exchanges: [],
      ended: 'complete',
    },
    ...judgedPairs.map((pair) => aCase(pair)),
  );
}

export function withCases(run: Run, ...cases: readonly CaseLines[]): Run {
  const ids = new Set(cases.map(({ line }) => line.id));
  return {
    ...run,
    cases: [...run.cases.filter(({ id }) => !ids.has(id)), ...cases.map(({ line }) => line)],
    judgements: [
      ...run.judgements.filter((judgement) => !ids.has(judgement.case)),
      ...cases.map(({ judgement }) => judgement),
    ],
    exchanges: [
      ...run.exchanges.filter(({ id }) => !ids.has(id.split('#')[0] ?? '')),
      ...cases.flatMap(({ exchanges }) => exchanges),
    ],
  };
}

export function withCheck(run: Run, line: CheckLine): Run {
  return {
    ...withoutCheck(run, line.requirement, line.operation),
    checks: [...withoutCheck(run, line.requirement, line.operation).checks, line],
  };
}

export function withoutCheck(run: Run, requirement: string, operation: Operation): Run {
  return {
    ...run,
    checks: run.checks.filter((line) => line.requirement !== requirement || line.operation !== operation),
  };
}

/** Without the cases of a requirement on an operation. */
export function withoutCases(run: Run, requirement: string, operation: Operation): Run {
  const prefix = `${requirement}@${operation}/`;
  return {
    ...run,
    cases: run.cases.filter(({ id }) => !id.startsWith(prefix)),
    judgements: run.judgements.filter((line) => !line.case.startsWith(prefix)),
    exchanges: run.exchanges.filter(({ id }) => !id.startsWith(prefix)),
  };
}

/** The journal as a reader of its folder would give it. */
export function asJournal(run: Run): RunJournal {
  return {
    header: run.header,
    preflight: run.preflight,
    ...(run.waivers === undefined ? {} : { waivers: run.waivers }),
    cases: run.cases,
    judgements: new Map(run.judgements.map((line) => [line.case, line])),
    checks: run.checks,
    ...(run.ended === undefined
      ? {}
      : { footer: aFooter(run, run.ended, { count: run.exchanges.length, sha256: '' }) }),
    exchanges: new Map(run.exchanges.map((exchange) => [exchange.id, exchange])),
    problems: run.ended === 'complete' ? [] : ['The run was interrupted.'],
  };
}

/** The last line of a run that ended. */
export function aFooter(
  { targetGone, stopped, failure }: Run,
  ended: Footer['ended'],
  exchanges: Footer['exchanges'],
): Footer {
  const liveness = {
    ...(targetGone === undefined ? {} : { targetGone }),
    ...(stopped === undefined ? {} : { stopped }),
    ...(failure === undefined ? {} : { failure }),
  };
  return { type: 'footer', finishedAt: '2026-01-02T03:04:15.000Z', ended, ...liveness, exchanges };
}
