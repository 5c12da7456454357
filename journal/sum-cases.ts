import type { Operation } from '../requirements/requirement.ts';
import { isOfLimits } from '../wire/exchange.ts';
import type { CaseLine } from './case-line.ts';
import { countedOnce, mergeCircumstances } from './circumstances.ts';
import { type Finding, findingOf } from './finding.ts';
import {
  affectedBy,
  groupKey,
  inputKey,
  inputKindOf,
  inputsAt,
  isAboutInput,
  sourceOf,
} from './finding-source.ts';
import { addCount, entryOf } from './group-by.ts';
import type {
  JudgementLine,
  SumLine,
  SummedCases,
  SummedCircumstances,
  SummedFinding,
  SummedTraffic,
} from './journal-line.ts';
import { judgedIds } from './judgement.ts';

/** What is counted of the cases of an operation; plain data, whose size does not grow with their number. */
export interface Sums {
  /** By requirement, result of the valid control, and body. */
  readonly cases: Record<string, SummedCases>;
  /** Requests without a usable response, by requirement. */
  readonly unanswered: Record<string, number>;
  readonly traffic: SummedTraffic;
  /** By the requirements that were judged. */
  readonly circumstances: Record<string, SummedCircumstances>;
  /** How often each kind of input was sent, by its key. */
  readonly attempts: Record<string, number>;
}

export function noSums(): Sums {
  const traffic = { requests: 0, seen: 0, unanswered: 0, onlyBusy: true, recovered: 0 };
  return { cases: {}, unanswered: {}, traffic, circumstances: {}, attempts: {} };
}

/** The same as a line of the journal says it. */
type Summed = Pick<SumLine, keyof Sums>;

function summedIn({ cases, unanswered, traffic, circumstances, attempts }: Sums): Summed {
  return {
    cases: Object.values(cases),
    unanswered: Object.entries(unanswered).map(([requirement, count]) => ({ requirement, count })),
    traffic,
    circumstances: Object.values(circumstances),
    attempts,
  };
}

/** What a single case adds. */
export function summedCase(line: CaseLine, judgement: JudgementLine): Summed {
  const { requirement, facts, circumstances } = line;
  const { control, judged, unanswered } = judgement;
  const body = typeof facts.body === 'string' ? facts.body : null;
  const ids = judgedIds(judgement).sort();
  return {
    cases: [{ requirement, control, body, cases: 1, judged }],
    unanswered: unanswered.length === 0 ? [] : [{ requirement, count: unanswered.length }],
    traffic: trafficOf(line, judgement),
    circumstances:
      circumstances === undefined || ids.length === 0
        ? []
        : [{ judged: ids, counted: countedOnce(circumstances) }],
    attempts: { [inputKey(inputKindOf(line))]: inputsAt(line) },
  };
}

function trafficOf({ id, attempts }: CaseLine, { unanswered, recovered }: JudgementLine): Summed['traffic'] {
  const own = attempts.filter(({ exchange }) => exchange.startsWith(`${id}#`));
  return {
    requests: new Set(own.map(({ ordinal }) => ordinal)).size,
    seen: new Set(attempts.map(({ ordinal }) => ordinal)).size,
    unanswered: unanswered.length,
    onlyBusy: unanswered.every(({ kind, wellFormed }) => (kind === 'busy' && wellFormed) || isOfLimits(kind)),
    recovered,
  };
}

/** Adds cases that were summed up elsewhere, or a single one. */
export function addSummed(sums: Sums, more: Summed): void {
  for (const { requirement, control, body, cases, judged } of more.cases) {
    const made = () => ({ requirement, control, body, cases: 0, judged: {} });
    const known = entryOf(sums.cases, `${requirement} ${control} ${body}`, made);
    known.cases += cases;
    for (const [id, count] of Object.entries(judged)) addCount(known.judged, id, count);
  }
  for (const { requirement, count } of more.unanswered) addCount(sums.unanswered, requirement, count);
  const { traffic } = sums;
  for (const name of ['requests', 'seen', 'unanswered', 'recovered'] as const)
    traffic[name] += more.traffic[name];
  if (!more.traffic.onlyBusy) traffic.onlyBusy = false;
  for (const { judged, counted } of more.circumstances ?? [])
    mergeCircumstances(
      entryOf(sums.circumstances, judged.join(' '), () => ({ judged, counted: {} })).counted,
      counted,
    );
  for (const [key, count] of Object.entries(more.attempts ?? {})) addCount(sums.attempts, key, count);
}

/** How many different findings, observations and reasons one line holds. */
const different = 50;

/** Sums up cases that are not kept individually. */
export function createCaseSum(operation: Operation, partition: number) {
  const sums = noSums();
  const findings = new Map<string, SummedFinding>();
  const observations = new Map<string, JudgementLine['observations'][number]>();
  const undecided = new Map<string, JudgementLine['undecided'][number]>();
  return {
    /** Adds a case and its judgement; the caller counts its exchanges. */
    add(line: CaseLine, judgement: JudgementLine): void {
      addSummed(sums, summedCase(line, judgement));
      addFindings(findings, line, judgement);
      for (const one of judgement.observations)
        addOnce(observations, `${one.id} ${one.operation} ${one.value}`, one);
      for (const one of judgement.undecided)
        addOnce(undecided, `${one.requirement} ${one.operation} ${one.kind} ${one.reason}`, one);
    },
    /** Everything since the start. */
    line(upto: number, exchanges: number): SumLine {
      const { cases, unanswered, traffic, circumstances = [], attempts } = summedIn(sums);
      return {
        type: 'sum',
        operation,
        partition,
        upto,
        exchanges,
        cases,
        findings: [...findings.values()],
        observations: [...observations.values()],
        undecided: [...undecided.values()],
        unanswered,
        traffic,
        circumstances: circumstances.length === 0 ? undefined : circumstances,
        attempts: cases.length === 0 ? undefined : attempts,
      };
    },
  };
}

function addFindings(findings: Map<string, SummedFinding>, line: CaseLine, judgement: JudgementLine): void {
  const counted = new Set<string>();
  for (const found of judgement.findings) {
    const source = sourceOf(line, found);
    const { answers, inputs } = affectedBy(line, found, source, counted);
    const added = isAboutInput(found.kind, source) ? inputs : answers;
    const { exchanges: _, sides: _sides, ...finding } = found;
    const of = `${finding.requirement} ${finding.operation}`;
    const isNew = !findings.has(`${of} ${groupKey(finding, source)}`);
    const kept = isNew && findings.size >= different ? notKept(finding) : finding;
    const key = `${of} ${groupKey(kept, source)}`;
    const known = findings.get(key);
    if (known === undefined)
      findings.set(key, { ...kept, shownBy: line.requirement, source, affected: added });
    else known.affected += added;
  }
}

function addOnce<T>(into: Map<string, T>, key: string, one: T): void {
  if (into.size < different && !into.has(key)) into.set(key, one);
}

/** Findings beyond that limit are counted in one per place; few targets are wrong in more ways. */
function notKept(like: Omit<Finding, 'exchanges'>): Omit<Finding, 'exchanges'> {
  const { requirement, operation, pointer, actual } = like;
  const found = { requirement, operation, kind: 'not-kept', pointer, actual, exchanges: [] } as const;
  const { exchanges: _, ...finding } = findingOf(found);
  return finding;
}
