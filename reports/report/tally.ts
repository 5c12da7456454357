import type { CaseLine } from '../../journal/case-line.ts';
import {
  type CountedCircumstances,
  countCircumstances,
  mergeCircumstances,
} from '../../journal/circumstances.ts';
import type { Finding } from '../../journal/finding.ts';
import { affectedBy, sourceOf } from '../../journal/finding-source.ts';
import { groupBy } from '../../journal/group-by.ts';
import { attemptsAt, type InputKind, inputKey, inputKindOf } from '../../journal/input-kind.ts';
import type {
  CheckLine,
  JudgementLine,
  SumLine,
  SummedCases,
  SummedCircumstances,
} from '../../journal/journal-line.ts';
import { judgedIds, type Undecided } from '../../journal/judgement.ts';
import type { Reason } from '../../journal/reason.ts';
import type { ExchangeTiming } from '../../journal/stored-exchange.ts';
import { addSummedTraffic } from '../../journal/sum-cases.ts';
import { definitionOf } from '../../operations/operations.ts';
import type { Operation } from '../../requirements/requirement.ts';
import { addToLooks, type Looks, mergeLooks } from './disguise-difference.ts';
import { addCount, addTime, mergeTimes, type Times } from './durations.ts';
import { addCompared, addFinding, type FindingGroups, mergeFindings } from './findings.ts';
import { addCaseTraffic, emptyTraffic, mergeTraffic, type OperationTraffic } from './operation-traffic.ts';
import type { ReportObservation } from './report.ts';
import { addJudgedSamples, addOwnSamples, mergeSamples, noSamples, pairOf, type Samples } from './samples.ts';
import { addToStop, mergeStops, type StopSearch } from './target-stop.ts';

/** What was counted of one requirement on one operation. */
export interface RequirementTally {
  /** Answers judged for it in cases of other requirements. */
  judgedElsewhere: number;
  /** Its own cases, by what their valid controls showed; the keys of `pending` ones name the body. */
  own: Record<string, OwnCases>;
  unanswered: number;
  /** Why cases left it undecided, by kind and text. */
  readonly undecided: Record<string, Reason>;
  findings: FindingGroups;
  check?: CheckLine;
  readonly samples: Samples;
}

export type OwnCases = Omit<SummedCases, 'requirement' | 'judged'> & { judged: number };

/** Everything that is counted; plain data. */
interface Counted {
  /** By operation and requirement. */
  readonly requirements: Partial<Record<Operation, Record<string, RequirementTally>>>;
  readonly traffic: Partial<Record<Operation, OperationTraffic>>;
  /** How often each kind of input was sent, by operation and the key of the kind. */
  readonly attempts: Record<string, number>;
  /** In how many cases each circumstance occurred, of the cases in which the same requirements were judged. */
  readonly circumstances: Record<string, SummedCircumstances & { readonly operation: Operation }>;
  /** The execute bodies that the target accepted at least once. */
  readonly acceptedBodies: string[];
  readonly observed: Record<string, ReportObservation>;
  readonly stop: StopSearch;
  readonly looks: Looks;
  readonly times: Times;
  cases: number;
  /** Exchanges that were judged but not kept. */
  exchanges: number;
}

const stateRank: readonly CheckLine['state'][] = ['done', 'not-exercised', 'inconclusive', 'error'];

/**
 * What a report needs to know of a run. Its size does not grow with the number of cases, and it does not depend on the order in
 * which they are added, nor on whether tallies of parts are merged.
 */
export class Tally {
  readonly counted: Counted;

  /** @param counted what `toJSON` returned; it is changed */
  constructor(counted: Counted = nothing()) {
    this.counted = counted;
  }

  toJSON(): Counted {
    return this.counted;
  }

  /** Another tally of the same, which can be changed without changing this one. */
  copy(): Tally {
    return new Tally(structuredClone(this.counted));
  }

  /** Adds a case and its judgement. */
  add(line: CaseLine, judgement: JudgementLine): void {
    this.addSent(line);
    this.addJudged(line, judgement);
  }

  /** Adds what a case sent, whether or not it was judged. */
  addSent(line: CaseLine): void {
    addToStop(this.counted.stop, line);
    addOwnSamples(this.#samplesOf, line);
  }

  /** Adds the judgement of a case. */
  addJudged(line: CaseLine, judgement: JudgementLine): void {
    const { counted } = this;
    const { requirement, operation, facts } = line;
    addJudgedSamples(this.#samplesOf, line, judgement);
    const body = typeof facts.body === 'string' ? facts.body : null;
    const { control, judged, unanswered } = judgement;
    this.#addJudged(operation, { requirement, control, body, cases: 1, judged });
    this.of(requirement, operation).unanswered += unanswered.length;
    countCircumstances(this.#circumstances(operation, judgedIds(judgement)), line.circumstances ?? {});
    addCount(counted.attempts, `${operation} ${inputKey(inputKindOf(line))}`, attemptsAt(line));
    addToLooks(counted.looks, line, judgement);
    const seen = new Set<string>();
    for (const finding of judgement.findings) {
      const source = sourceOf(line, finding);
      const { findings } = this.of(finding.requirement, finding.operation);
      addFinding(findings, finding, { source, line, affected: affectedBy(finding, source, seen) });
    }
    this.#addOpen(judgement);
    const isConfigured = body !== null && body !== 'placeholder';
    const isLast = definitionOf(operation).validControl === 'last';
    if (isLast && control === 'succeeded' && isConfigured) addOnce(counted.acceptedBodies, body);
    addCaseTraffic(this.traffic(operation), line, judgement);
  }

  /** Adds cases that a soak has summed up and not kept. */
  addSum(line: SumLine): void {
    const { operation } = line;
    this.counted.exchanges += line.exchanges;
    for (const summed of line.cases) this.#addJudged(operation, summed);
    for (const { source, shownBy, affected, ...finding } of line.findings) {
      const { findings } = this.of(finding.requirement, finding.operation);
      addFinding(findings, { ...finding, exchanges: [] }, { source: source ?? { shownBy }, affected });
    }
    for (const [key, count] of Object.entries(line.attempts ?? {}))
      addCount(this.counted.attempts, `${operation} ${key}`, count);
    for (const { judged, counted } of line.circumstances ?? [])
      mergeCircumstances(this.#circumstances(operation, judged), counted);
    for (const { requirement, count } of line.unanswered) this.of(requirement, operation).unanswered += count;
    this.#addOpen(line);
    addSummedTraffic(this.traffic(operation), line.traffic);
  }

  /** Adds how a check ended; of several lines about one, the worst counts. */
  addCheck(line: CheckLine): void {
    const tally = this.of(line.requirement, line.operation);
    if (tally.check === undefined || isWorse(line, tally.check)) tally.check = line;
  }

  addTime(timing: ExchangeTiming): void {
    addTime(this.counted.times, timing);
  }

  /** Adds what was counted of other cases of the same run; the other tally must not be used any more. */
  merge(other: Tally): void {
    const [into, more] = [this.counted, other.counted];
    for (const { requirement, operation } of other.pairs()) {
      const [known, tally] = [this.of(requirement, operation), other.of(requirement, operation)];
      known.judgedElsewhere += tally.judgedElsewhere;
      known.unanswered += tally.unanswered;
      for (const cases of Object.values(tally.own)) addOwn(known, cases);
      Object.assign(known.undecided, tally.undecided);
      mergeFindings(known.findings, tally.findings);
      mergeSamples(known.samples, tally.samples);
      if (tally.check !== undefined) this.addCheck(tally.check);
    }
    for (const [operation, traffic] of Object.entries(more.traffic))
      mergeTraffic(this.traffic(operation as Operation), traffic);
    for (const [key, count] of Object.entries(more.attempts)) addCount(into.attempts, key, count);
    for (const { operation, judged, counted } of Object.values(more.circumstances))
      mergeCircumstances(this.#circumstances(operation, judged), counted);
    for (const body of more.acceptedBodies) addOnce(into.acceptedBodies, body);
    Object.assign(into.observed, more.observed);
    mergeStops(into.stop, more.stop);
    mergeLooks(into.looks, more.looks);
    mergeTimes(into.times, more.times);
    into.cases += more.cases;
    into.exchanges += more.exchanges;
  }

  /** What was counted of a requirement; nothing if no line was about it. */
  of(requirement: string, operation: Operation): RequirementTally {
    const own = entry(this.counted.requirements, operation, () => ({}));
    return entry(own, requirement, emptyTally);
  }

  /** Every pair of requirement and operation that something was counted of. */
  pairs(): { readonly requirement: string; readonly operation: Operation }[] {
    return Object.entries(this.counted.requirements).flatMap(([operation, own]) =>
      Object.keys(own).map((requirement) => ({ requirement, operation: operation as Operation })),
    );
  }

  traffic(operation: Operation): OperationTraffic {
    return entry(this.counted.traffic, operation, emptyTraffic);
  }

  /** How often a kind of input was sent on an operation. */
  attempts(operation: Operation, input: InputKind): number {
    return this.counted.attempts[`${operation} ${inputKey(input)}`] ?? 0;
  }

  /** In how many cases with an answer judged for a requirement each circumstance occurred. */
  circumstances(requirement: string, operation: Operation): CountedCircumstances {
    const sum: CountedCircumstances = {};
    for (const of of Object.values(this.counted.circumstances))
      if (of.operation === operation && of.judged.includes(requirement)) mergeCircumstances(sum, of.counted);
    return sum;
  }

  /** Adds what comparing the successes of the whole run found; all cases come before. */
  addCompared(found: readonly Finding[]): void {
    for (const findings of groupBy(found, pairOf).values()) {
      const groups: FindingGroups = {};
      for (const finding of findings) addFinding(groups, finding);
      addCompared(this.of(findings[0].requirement, findings[0].operation).findings, groups);
    }
  }

  /** The checks in which the suite itself failed. */
  errors(): CheckLine[] {
    const checks = this.pairs().flatMap(
      ({ requirement, operation }) => this.of(requirement, operation).check ?? [],
    );
    return checks.filter(({ state }) => state === 'error');
  }

  #addJudged(operation: Operation, { requirement, control, body, cases, judged }: SummedCases): void {
    this.counted.cases += cases;
    addOwn(this.of(requirement, operation), { control, body, cases, judged: judged[requirement] ?? 0 });
    for (const [id, count] of Object.entries(judged))
      if (id !== requirement) this.of(id, operation).judgedElsewhere += count;
  }

  readonly #samplesOf = (id: string, on: string): Samples => this.of(id, on as Operation).samples;

  /** Adds what was left undecided and what was observed. */
  #addOpen(said: {
    readonly undecided: readonly Undecided[];
    readonly observations: readonly ReportObservation[];
  }): void {
    for (const { requirement, operation, kind, reason } of said.undecided)
      this.of(requirement, operation).undecided[`${kind} ${reason}`] = { kind, text: reason };
    for (const { id, operation, value } of said.observations)
      this.counted.observed[`${id} ${operation} ${value}`] = { id, operation, value };
  }

  #circumstances(operation: Operation, judged: readonly string[]): CountedCircumstances {
    const key = `${operation} ${judged.join(' ')}`;
    return entry(this.counted.circumstances, key, () => ({ operation, judged, counted: {} })).counted;
  }
}

function nothing(): Counted {
  return {
    requirements: {},
    traffic: {},
    attempts: {},
    circumstances: {},
    acceptedBodies: [],
    observed: {},
    stop: { refused: [], unanswered: [] },
    looks: {},
    times: { answers: {}, checks: {} },
    cases: 0,
    exchanges: 0,
  };
}

function emptyTally(): RequirementTally {
  return { judgedElsewhere: 0, own: {}, unanswered: 0, undecided: {}, findings: {}, samples: noSamples() };
}

function addOwn({ own }: RequirementTally, { control, body, cases, judged }: OwnCases): void {
  const known = entry(own, `${control} ${body}`, () => ({ control, body, cases: 0, judged: 0 }));
  known.cases += cases;
  known.judged += judged;
}

/** The value of a key, which is made if there is none. */
function entry<K extends string, V>(record: Partial<Record<K, V>>, key: K, make: () => V): V {
  const known = record[key];
  if (known !== undefined) return known;
  const made = make();
  record[key] = made;
  return made;
}

function addOnce<T>(into: T[], one: T): void {
  if (!into.includes(one)) into.push(one);
}

/** Of two lines about one check, the worse counts; a tie does not depend on their order. */
function isWorse(one: CheckLine, other: CheckLine): boolean {
  const reasonKey = ({ kind, reason }: CheckLine): string => `${kind ?? ''} ${reason ?? ''}`;
  const order = stateRank.indexOf(one.state) - stateRank.indexOf(other.state);
  return order > 0 || (order === 0 && reasonKey(one) > reasonKey(other));
}
