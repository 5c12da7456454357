import { addSummedTraffic } from '../../journal/case-traffic.ts';
import type { CaseLine, CheckLine, JournalLine, JudgementLine } from '../../journal/journal-line.ts';
import type { SumLine } from '../../journal/sum-line.ts';
import { definitionOf } from '../../operations/operations.ts';
import type { Operation } from '../../requirements/requirement.ts';
import { addFinding, type FindingGroups } from './findings.ts';
import { addCaseTraffic, emptyTraffic, type OperationTraffic } from './operation-traffic.ts';
import type { ReportObservation } from './report.ts';

/** What a journal says of one requirement on one operation. */
export interface Aggregate {
  /** Answers held against it in cases of other requirements. */
  judgedElsewhere: number;
  /** Cases of its own, by what their controls showed; the key of `pending` ones names the body. */
  readonly own: Map<string, OwnCases>;
  unanswered: number;
  /** Why cases left it undecided. */
  readonly undecided: Set<string>;
  readonly findings: FindingGroups;
  check: CheckLine | undefined;
}

export interface OwnCases {
  readonly control: JudgementLine['control'];
  readonly body: string | null;
  cases: number;
  judged: number;
}

/** Sums over a journal, of a size that does not grow with the number of cases. */
export interface Aggregates {
  /** Takes a line; lines may come in any order. */
  take(line: JournalLine): void;
  of(requirement: string, operation: Operation): Aggregate;
  /** Every pair of requirement and operation that some line speaks of. */
  pairs(): { readonly requirement: string; readonly operation: Operation }[];
  traffic(operation: Operation): OperationTraffic;
  /** The execute bodies that the target accepted at least once. */
  readonly acceptedBodies: ReadonlySet<string>;
  observations(): ReportObservation[];
  cases(): number;
  /** Exchanges that were judged and not kept. */
  summedExchanges(): number;
  errors(): CheckLine[];
}

const stateRank: readonly CheckLine['state'][] = ['done', 'not-exercised', 'inconclusive', 'error'];

export function createAggregates(): Aggregates {
  const aggregates = new Map<string, Aggregate>();
  const traffics = new Map<Operation, OperationTraffic>();
  const acceptedBodies = new Set<string>();
  const observed = new Map<string, ReportObservation>();
  const waitingCases = new Map<string, CaseLine>();
  const waitingJudgements = new Map<string, JudgementLine>();
  let cases = 0;
  let summedExchanges = 0;

  const of = (requirement: string, operation: Operation): Aggregate =>
    entry(aggregates, `${requirement} ${operation}`, () => ({
      judgedElsewhere: 0,
      own: new Map(),
      unanswered: 0,
      undecided: new Set(),
      findings: new Map(),
      check: undefined,
    }));
  const traffic = (operation: Operation): OperationTraffic => entry(traffics, operation, emptyTraffic);
  const ownOf = (
    requirement: string,
    operation: Operation,
    control: OwnCases['control'],
    body: string | null,
  ): OwnCases =>
    entry(of(requirement, operation).own, `${control} ${body}`, () => ({
      control,
      body,
      cases: 0,
      judged: 0,
    }));
  const addJudged = (
    requirement: string,
    operation: Operation,
    own: OwnCases,
    judged: JudgementLine['judged'],
  ): void => {
    for (const [id, count] of Object.entries(judged)) {
      if (id === requirement) own.judged += count;
      else of(id, operation).judgedElsewhere += count;
    }
  };
  const observe = (observations: readonly ReportObservation[]): void => {
    for (const { id, operation, value } of observations)
      observed.set(JSON.stringify([id, operation, value]), { id, operation, value });
  };
  const takeCheck = (line: CheckLine): void => {
    const aggregate = of(line.requirement, line.operation);
    if (aggregate.check === undefined || isWorse(line, aggregate.check)) aggregate.check = line;
  };
  const takeCase = (line: CaseLine, judgement: JudgementLine): void => {
    const { requirement, operation, facts } = line;
    cases += 1;
    const body = typeof facts.body === 'string' ? facts.body : null;
    const { control, judged, unanswered } = judgement;
    const ownCases = ownOf(requirement, operation, control, body);
    ownCases.cases += 1;
    of(requirement, operation).unanswered += unanswered.length;
    addJudged(requirement, operation, ownCases, judged);
    for (const finding of judgement.findings)
      addFinding(of(finding.requirement, finding.operation).findings, finding, requirement);
    for (const each of judgement.undecided) of(each.requirement, each.operation).undecided.add(each.reason);
    observe(judgement.observations);
    if (
      definitionOf(operation).validControl === 'last' &&
      control === 'succeeded' &&
      body !== null &&
      body !== 'placeholder'
    ) {
      acceptedBodies.add(body);
    }
    addCaseTraffic(traffic(operation), line, judgement);
  };
  const takeSum = (line: SumLine): void => {
    const { operation } = line;
    summedExchanges += line.exchanges;
    for (const { requirement, control, body, cases: count, judged } of line.cases) {
      cases += count;
      const ownCases = ownOf(requirement, operation, control, body);
      ownCases.cases += count;
      addJudged(requirement, operation, ownCases, judged);
    }
    for (const { requirement, operation: on, shownBy, affected, ...said } of line.findings)
      addFinding(of(requirement, on).findings, { ...said, exchanges: [] }, shownBy, affected);
    for (const { requirement, count } of line.unanswered) of(requirement, operation).unanswered += count;
    for (const each of line.undecided) of(each.requirement, each.operation).undecided.add(each.reason);
    observe(line.observations);
    addSummedTraffic(traffic(operation), line.traffic);
  };
  return {
    take(line) {
      if (line.type === 'check') {
        takeCheck(line);
      } else if (line.type === 'sum') {
        takeSum(line);
      } else if (line.type === 'case') {
        const judgement = waitingJudgements.get(line.id);
        if (judgement === undefined) waitingCases.set(line.id, line);
        else takeCase(line, judgement);
        waitingJudgements.delete(line.id);
      } else if (line.type === 'judgement') {
        const record = waitingCases.get(line.case);
        if (record === undefined) waitingJudgements.set(line.case, line);
        else takeCase(record, line);
        waitingCases.delete(line.case);
      }
    },
    of,
    pairs: () =>
      [...aggregates.keys()].map((key) => {
        const [requirement = '', operation = ''] = key.split(' ');
        return { requirement, operation: operation as Operation };
      }),
    traffic,
    acceptedBodies,
    observations: () => [...observed.values()],
    cases: () => cases,
    summedExchanges: () => summedExchanges,
    errors: () => [...aggregates.values()].flatMap(({ check }) => (check?.state === 'error' ? [check] : [])),
  };
}

function entry<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}

/** Of two lines about one check the worse one counts, and between equals the same one in any order. */
function isWorse(one: CheckLine, other: CheckLine): boolean {
  const order = stateRank.indexOf(one.state) - stateRank.indexOf(other.state);
  return order > 0 || (order === 0 && (one.reason ?? '') > (other.reason ?? ''));
}
