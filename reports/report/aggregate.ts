import { type AttemptCounts, createAttemptCounts } from '../../journal/attempt-counts.ts';
import type { CaseLine } from '../../journal/case-line.ts';
import { addSummedTraffic } from '../../journal/case-traffic.ts';
import {
  type CountedCircumstances,
  countCircumstances,
  mergeCircumstances,
} from '../../journal/circumstances.ts';
import { affectedBy, sourceOf } from '../../journal/finding-source.ts';
import type { CheckLine, JournalLine, JudgementLine } from '../../journal/journal-line.ts';
import { judgedIds, type Undecided } from '../../journal/judgement.ts';
import type { Reason } from '../../journal/reason.ts';
import type { SumLine, SummedCases } from '../../journal/sum-line.ts';
import { definitionOf } from '../../operations/operations.ts';
import type { Operation } from '../../requirements/requirement.ts';
import { createDressComparison, type DressComparison } from './dress-difference.ts';
import { addFinding, type FindingGroups, mergeGroups } from './findings.ts';
import { addCaseTraffic, emptyTraffic, type OperationTraffic } from './operation-traffic.ts';
import type { ReportObservation } from './report.ts';
import type { RunComparison } from './run-comparison.ts';
import { createStopSearch, type StopSearch } from './target-stop.ts';

/** What a journal contains about one requirement on one operation. */
export interface Aggregate {
  /** Answers judged for it in cases of other requirements. */
  judgedElsewhere: number;
  /** Its own cases, by what their valid controls showed; the keys of `pending` ones name the body. */
  readonly own: Map<string, OwnCases>;
  unanswered: number;
  /** Why cases left it undecided, by kind and text. */
  readonly undecided: Map<string, Reason>;
  readonly findings: FindingGroups;
  /** In how many cases with a judged answer each circumstance occurred. */
  readonly circumstances: CountedCircumstances;
  check: CheckLine | undefined;
}

export interface OwnCases {
  readonly control: JudgementLine['control'];
  readonly body: string | null;
  cases: number;
  judged: number;
}

/** Aggregates over a journal; their size does not grow with the number of cases. */
export interface Aggregates {
  /** Adds a line; lines may come in any order. */
  take(line: JournalLine): void;
  /** Adds what the target does to ordinary clients and not to the suite; all lines come before. */
  takeDressDifferences(): void;
  /** Adds what comparing the successes of the whole run found; all lines come before. */
  takeComparison(found: ReturnType<RunComparison['findings']>): void;
  of(requirement: string, operation: Operation): Aggregate;
  /** Every pair of requirement and operation in the lines. */
  pairs(): { readonly requirement: string; readonly operation: Operation }[];
  readonly attempts: Pick<AttemptCounts, 'of'>;
  traffic(operation: Operation): OperationTraffic;
  /** What was in progress when the target stopped answering. */
  readonly stop: Pick<StopSearch, 'found'>;
  /** The execute bodies that the target accepted at least once. */
  readonly acceptedBodies: ReadonlySet<string>;
  observations(): ReportObservation[];
  cases(): number;
  /** Exchanges that were judged but not kept. */
  summedExchanges(): number;
  errors(): CheckLine[];
}

const stateRank: readonly CheckLine['state'][] = ['done', 'not-exercised', 'inconclusive', 'error'];

/** In how many cases each circumstance occurred, of the cases in which the same requirements were judged. */
interface CommonCircumstances {
  readonly operation: Operation;
  readonly requirements: readonly string[];
  readonly counted: CountedCircumstances;
}

/** All sums, by requirement and operation or by operation. */
interface AggregateState {
  readonly aggregates: Map<string, Aggregate>;
  readonly attempts: AttemptCounts;
  readonly traffics: Map<Operation, OperationTraffic>;
  readonly acceptedBodies: Set<string>;
  readonly observed: Map<string, ReportObservation>;
  /** Cases that wait for their judgements, and the reverse. */
  readonly waitingCases: Map<string, CaseLine>;
  readonly waitingJudgements: Map<string, JudgementLine>;
  readonly stop: StopSearch;
  readonly dresses: DressComparison;
  /** What was counted since the aggregates were last read: once for each case, and not for each of its requirements. */
  readonly circumstances: Map<string, CommonCircumstances>;
  cases: number;
  exchanges: number;
}

export function createAggregates(): Aggregates {
  const sums: AggregateState = {
    aggregates: new Map(),
    attempts: createAttemptCounts(),
    traffics: new Map(),
    acceptedBodies: new Set(),
    observed: new Map(),
    waitingCases: new Map(),
    waitingJudgements: new Map(),
    stop: createStopSearch(),
    dresses: createDressComparison(),
    circumstances: new Map(),
    cases: 0,
    exchanges: 0,
  };
  return {
    take(line) {
      if (line.type === 'check') takeCheck(sums, line);
      else if (line.type === 'sum') takeSum(sums, line);
      else if (line.type === 'case') takeCase(sums, line);
      else if (line.type === 'judgement') takeJudgement(sums, line);
    },
    takeComparison(found) {
      for (const { requirement, operation, groups } of found)
        mergeGroups(aggregateOf(sums, requirement, operation).findings, groups);
    },
    takeDressDifferences() {
      for (const { finding, affected } of sums.dresses.findings())
        addFinding(aggregateOf(sums, finding.requirement, finding.operation).findings, finding, { affected });
    },
    of(requirement, operation) {
      spreadCircumstances(sums);
      return aggregateOf(sums, requirement, operation);
    },
    pairs: () =>
      [...sums.aggregates.keys()].map((key) => {
        const [requirement = '', operation = ''] = key.split(' ');
        return { requirement, operation: operation as Operation };
      }),
    attempts: sums.attempts,
    traffic: (operation) => trafficOf(sums, operation),
    stop: sums.stop,
    acceptedBodies: sums.acceptedBodies,
    observations: () => [...sums.observed.values()],
    cases: () => sums.cases,
    summedExchanges: () => sums.exchanges,
    errors: () =>
      [...sums.aggregates.values()].flatMap(({ check }) => (check?.state === 'error' ? [check] : [])),
  };
}

function aggregateOf({ aggregates }: AggregateState, requirement: string, operation: Operation): Aggregate {
  return entry(aggregates, `${requirement} ${operation}`, () => ({
    judgedElsewhere: 0,
    own: new Map(),
    unanswered: 0,
    undecided: new Map(),
    findings: new Map(),
    circumstances: {},
    check: undefined,
  }));
}

function trafficOf({ traffics }: AggregateState, operation: Operation): OperationTraffic {
  return entry(traffics, operation, emptyTraffic);
}

function takeCheck(sums: AggregateState, line: CheckLine): void {
  const aggregate = aggregateOf(sums, line.requirement, line.operation);
  if (aggregate.check === undefined || isWorse(line, aggregate.check)) aggregate.check = line;
}

function takeCase(sums: AggregateState, line: CaseLine): void {
  sums.stop.take(line);
  const judgement = sums.waitingJudgements.get(line.id);
  if (judgement === undefined) sums.waitingCases.set(line.id, line);
  else addCase(sums, line, judgement);
  sums.waitingJudgements.delete(line.id);
}

function takeJudgement(sums: AggregateState, line: JudgementLine): void {
  const record = sums.waitingCases.get(line.case);
  if (record === undefined) sums.waitingJudgements.set(line.case, line);
  else addCase(sums, record, line);
  sums.waitingCases.delete(line.case);
}

function addCase(sums: AggregateState, line: CaseLine, judgement: JudgementLine): void {
  const { requirement, operation, facts } = line;
  const body = typeof facts.body === 'string' ? facts.body : null;
  const { control, judged, unanswered } = judgement;
  addJudged(sums, operation, { requirement, control, body, cases: 1, judged });
  const ids = judgedIds(judgement);
  const common = entry(sums.circumstances, `${operation} ${ids.join(' ')}`, () => ({
    operation,
    requirements: ids,
    counted: {},
  }));
  countCircumstances(common.counted, line.circumstances ?? {});
  aggregateOf(sums, requirement, operation).unanswered += unanswered.length;
  sums.attempts.takeCase(line);
  sums.dresses.take(line, judgement);
  const counted = new Set<string>();
  for (const finding of judgement.findings) {
    const source = sourceOf(line, finding);
    const { findings } = aggregateOf(sums, finding.requirement, finding.operation);
    addFinding(findings, finding, { source, line, affected: affectedBy(finding, source, counted) });
  }
  addOpen(sums, judgement);
  const isConfigured = body !== null && body !== 'placeholder';
  const isLast = definitionOf(operation).validControl === 'last';
  if (isLast && control === 'succeeded' && isConfigured) sums.acceptedBodies.add(body);
  addCaseTraffic(trafficOf(sums, operation), line, judgement);
}

/** Adds what was counted for several requirements to each of them. */
function spreadCircumstances(sums: AggregateState): void {
  for (const { operation, requirements, counted } of sums.circumstances.values())
    for (const id of requirements)
      mergeCircumstances(aggregateOf(sums, id, operation).circumstances, counted);
  sums.circumstances.clear();
}

function takeSum(sums: AggregateState, line: SumLine): void {
  const { operation } = line;
  sums.exchanges += line.exchanges;
  for (const summed of line.cases) addJudged(sums, operation, summed);
  for (const { source, shownBy, affected, ...finding } of line.findings) {
    const { findings } = aggregateOf(sums, finding.requirement, finding.operation);
    addFinding(findings, { ...finding, exchanges: [] }, { source: source ?? { shownBy }, affected });
  }
  sums.attempts.takeSum(line);
  for (const { judged, counted } of line.circumstances ?? []) {
    for (const id of judged) mergeCircumstances(aggregateOf(sums, id, operation).circumstances, counted);
  }
  for (const { requirement, count } of line.unanswered)
    aggregateOf(sums, requirement, operation).unanswered += count;
  addOpen(sums, line);
  addSummedTraffic(trafficOf(sums, operation), line.traffic);
}

function addJudged(
  sums: AggregateState,
  operation: Operation,
  { requirement, control, body, cases, judged }: SummedCases,
): void {
  const { own } = aggregateOf(sums, requirement, operation);
  const ownCases = entry(own, `${control} ${body}`, () => ({ control, body, cases: 0, judged: 0 }));
  sums.cases += cases;
  ownCases.cases += cases;
  for (const [id, count] of Object.entries(judged)) {
    if (id === requirement) ownCases.judged += count;
    else aggregateOf(sums, id, operation).judgedElsewhere += count;
  }
}

/** Adds what was left undecided and what was observed. */
function addOpen(
  sums: AggregateState,
  said: { readonly undecided: readonly Undecided[]; readonly observations: readonly ReportObservation[] },
): void {
  for (const { requirement, operation, kind, reason } of said.undecided)
    aggregateOf(sums, requirement, operation).undecided.set(`${kind} ${reason}`, { kind, text: reason });
  for (const { id, operation, value } of said.observations)
    sums.observed.set(`${id} ${operation} ${value}`, { id, operation, value });
}

function entry<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}

/** Of two lines about one check, the worse counts; a tie does not depend on their order. */
function isWorse(one: CheckLine, other: CheckLine): boolean {
  const order = stateRank.indexOf(one.state) - stateRank.indexOf(other.state);
  return order > 0 || (order === 0 && reasonKey(one) > reasonKey(other));
}

function reasonKey({ kind, reason }: CheckLine): string {
  return `${kind ?? ''} ${reason ?? ''}`;
}
