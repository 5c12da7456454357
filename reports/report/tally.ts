import type { CaseLine } from '../../journal/case-line.ts';
import { type CountedCircumstances, mergeCircumstances } from '../../journal/circumstances.ts';
import { compareIds } from '../../journal/compare-ids.ts';
import type { Finding } from '../../journal/finding.ts';
import { affectedBy, type InputKind, inputKey, sourceOf } from '../../journal/finding-source.ts';
import { entryOf, groupBy } from '../../journal/group-by.ts';
import type { CheckLine, JudgementLine, SumLine } from '../../journal/journal-line.ts';
import type { Reason } from '../../journal/reason.ts';
import { addSummed, noSums, type Sums, summedCase } from '../../journal/sum-cases.ts';
import { definitionOf } from '../../operations/operations.ts';
import type { Operation } from '../../requirements/requirement.ts';
import { addToLooks, type Looks } from './disguise-difference.ts';
import type { Times } from './durations.ts';
import { addCompared, addFinding, type FindingGroups } from './findings.ts';
import type { ReportObservation } from './report.ts';
import { addJudgedSamples, addOwnSamples, noSamples, pairOf, type Samples } from './samples.ts';
import { addToStop, type StopSearch } from './target-stop.ts';

/** What is remembered of one requirement on one operation, besides the sums of cases. */
interface RequirementTally {
  /** Why cases left it undecided, by kind and text. */
  readonly undecided: Record<string, Reason>;
  findings: FindingGroups;
  check?: CheckLine;
  readonly samples: Samples;
  /** How many answers count for it that no case judged; `alone` if no others do. */
  implied?: { readonly judged: number; readonly alone?: true };
}

/** The first exchanges of requests of an operation that got no answer, and of those that got one only on a retry. */
interface Troubled {
  withoutAnswer: string[];
  repeated: string[];
}

/** Everything that is counted; plain data. */
interface Counted {
  /** By operation and requirement. */
  readonly requirements: Partial<Record<Operation, Record<string, RequirementTally>>>;
  readonly sums: Partial<Record<Operation, Sums>>;
  readonly troubled: Partial<Record<Operation, Troubled>>;
  /** The execute bodies that the target accepted at least once. */
  readonly acceptedBodies: string[];
  readonly observed: Record<string, ReportObservation>;
  readonly stop: StopSearch;
  readonly looks: Looks;
  readonly times: Times;
  /** Exchanges that were judged but not kept. */
  exchanges: number;
}

const stateRank: readonly CheckLine['state'][] = ['done', 'not-exercised', 'inconclusive', 'error'];

/**
 * What a report needs to know of a run. Its size does not grow with the number of cases, and it does not depend on the order in
 * which they are added.
 */
export class Tally {
  readonly counted: Counted;

  constructor(counted: Counted = nothing()) {
    this.counted = counted;
  }

  /** Another tally of the same, which can be changed without changing this one. */
  copy(): Tally {
    return new Tally(structuredClone(this.counted));
  }

  /** Adds what a case sent, whether or not it was judged. */
  addSent(line: CaseLine): void {
    addToStop(this.counted.stop, line);
    addOwnSamples(this.#samplesOf, line);
  }

  /** Adds the judgement of a case. */
  addJudged(line: CaseLine, judgement: JudgementLine): void {
    const { counted } = this;
    const { operation, facts } = line;
    addSummed(this.sums(operation), summedCase(line, judgement));
    addJudgedSamples(this.#samplesOf, line, judgement);
    addToLooks(counted.looks, line, judgement);
    const seen = new Set<string>();
    for (const finding of judgement.findings) {
      const source = sourceOf(line, finding);
      const { findings } = this.of(finding.requirement, finding.operation);
      const { answers, inputs } = affectedBy(line, finding, source, seen);
      addFinding(findings, finding, { source, line, affected: answers, inputs });
    }
    this.#addOpen(judgement);
    const { body } = facts;
    const isConfigured = typeof body === 'string' && body !== 'placeholder';
    const isLast = definitionOf(operation).validControl === 'last';
    const isAccepted = isLast && judgement.control === 'succeeded' && isConfigured;
    if (isAccepted && !counted.acceptedBodies.includes(body)) counted.acceptedBodies.push(body);
    addTroubled(this.troubled(operation), {
      withoutAnswer: judgement.unanswered.flatMap(({ exchanges }) => exchanges),
      repeated: judgement.recovered > 0 ? sentAgain(line) : [],
    });
  }

  /** Adds cases that a soak has summed up and not kept. */
  addSum(line: SumLine): void {
    this.counted.exchanges += line.exchanges;
    addSummed(this.sums(line.operation), line);
    for (const { source, shownBy, affected, ...finding } of line.findings) {
      const { findings } = this.of(finding.requirement, finding.operation);
      addFinding(findings, { ...finding, exchanges: [] }, { source: source ?? { shownBy }, affected });
    }
    this.#addOpen(line);
  }

  /** Adds how a check ended; of several lines about one, the worst counts. */
  addCheck(line: CheckLine): void {
    const tally = this.of(line.requirement, line.operation);
    if (tally.check === undefined || isWorse(line, tally.check)) tally.check = line;
  }

  /** What is remembered of a requirement; nothing if no line was about it. */
  of(requirement: string, operation: Operation): RequirementTally {
    const own = entryOf(this.counted.requirements, operation, () => ({}));
    return entryOf(own, requirement, () => ({ undecided: {}, findings: {}, samples: noSamples() }));
  }

  /** Every pair of requirement and operation that something is remembered of. */
  pairs(): { readonly requirement: string; readonly operation: Operation }[] {
    return Object.entries(this.counted.requirements).flatMap(([operation, own]) =>
      Object.keys(own).map((requirement) => ({ requirement, operation: operation as Operation })),
    );
  }

  sums(operation: Operation): Sums {
    return entryOf(this.counted.sums, operation, noSums);
  }

  troubled(operation: Operation): Troubled {
    return entryOf(this.counted.troubled, operation, () => ({ withoutAnswer: [], repeated: [] }));
  }

  /**
   * What there is to decide on a requirement. `own`: the answers judged in its own cases, by what their valid controls showed ·
   * `judgedElsewhere`: those in other cases · `judged`: all, whether or not they count as evidence
   */
  result(requirement: string, operation: Operation) {
    const { findings, undecided, check, implied } = this.of(requirement, operation);
    const cases = implied?.alone === true ? [] : Object.values(this.sums(operation).cases);
    const countIn = (judged: Readonly<Record<string, number>>): number => judged[requirement] ?? 0;
    const own = cases.flatMap(({ requirement: id, control, body, judged }) =>
      id === requirement ? [{ control, body, judged: countIn(judged) }] : [],
    );
    const judgedElsewhere = cases.reduce(
      (sum, { requirement: id, judged }) => (id === requirement ? sum : sum + countIn(judged)),
      implied?.judged ?? 0,
    );
    const judged = own.reduce((sum, each) => sum + each.judged, judgedElsewhere);
    const unanswered = this.sums(operation).unanswered[requirement] ?? 0;
    return { findings, undecided, check, own, judgedElsewhere, judged, unanswered };
  }

  /** The number of cases, kept or not. */
  cases(): number {
    const all = Object.values(this.counted.sums).flatMap(({ cases }) => Object.values(cases));
    return all.reduce((sum, { cases }) => sum + cases, 0);
  }

  /** How often a kind of input was sent on an operation. */
  attempts(operation: Operation, input: InputKind): number {
    return this.sums(operation).attempts[inputKey(input)] ?? 0;
  }

  /** Whether kinds of input were counted; journals of earlier versions do not tell them for cases that are summed up. */
  knowsAttempts(): boolean {
    return Object.values(this.counted.sums).some(({ attempts }) => Object.keys(attempts).length > 0);
  }

  /** In how many cases with an answer judged for a requirement each circumstance occurred. */
  circumstances(requirement: string, operation: Operation): CountedCircumstances {
    const sum: CountedCircumstances = {};
    for (const { judged, counted } of Object.values(this.sums(operation).circumstances))
      if (judged.includes(requirement)) mergeCircumstances(sum, counted);
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

  /** How the checks ended. */
  checks(): CheckLine[] {
    return this.pairs().flatMap(({ requirement, operation }) => this.of(requirement, operation).check ?? []);
  }

  readonly #samplesOf = (id: string, on: string): Samples => this.of(id, on as Operation).samples;

  /** Adds what was left undecided and what was observed. */
  #addOpen({ undecided, observations }: Pick<JudgementLine, 'undecided' | 'observations'>): void {
    for (const { requirement, operation, kind, reason } of undecided)
      this.of(requirement, operation).undecided[`${kind} ${reason}`] = { kind, text: reason };
    for (const { id, operation, value } of observations)
      this.counted.observed[`${id} ${operation} ${value}`] = { id, operation, value };
  }
}

function nothing(): Counted {
  return {
    requirements: {},
    sums: {},
    troubled: {},
    acceptedBodies: [],
    observed: {},
    stop: { refused: [], unanswered: [] },
    looks: {},
    times: { answers: {}, checks: {} },
    exchanges: 0,
  };
}

function addTroubled(into: Troubled, more: Troubled): void {
  for (const name of ['withoutAnswer', 'repeated'] as const)
    if (more[name].length > 0)
      into[name] = [...new Set([...into[name], ...more[name]])].sort(compareIds).slice(0, 20);
}

function sentAgain({ attempts }: CaseLine): string[] {
  const again = new Set(attempts.filter(({ attempt }) => attempt > 1).map(({ ordinal }) => ordinal));
  return attempts.filter(({ ordinal }) => again.has(ordinal)).map(({ exchange }) => exchange);
}

/** Of two lines about one check, the worse counts; a tie does not depend on their order. */
function isWorse(one: CheckLine, other: CheckLine): boolean {
  const reasonKey = ({ kind, reason }: CheckLine): string => `${kind ?? ''} ${reason ?? ''}`;
  const order = stateRank.indexOf(one.state) - stateRank.indexOf(other.state);
  return order > 0 || (order === 0 && reasonKey(one) > reasonKey(other));
}
