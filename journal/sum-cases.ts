import type { Operation } from '../requirements/requirement.ts';
import { isOfLimits } from '../wire/exchange.ts';
import type { CaseLine } from './case-line.ts';
import { countCircumstances } from './circumstances.ts';
import { type Finding, findingOf } from './finding.ts';
import { affectedBy, groupKey, sourceOf } from './finding-source.ts';
import { attemptsAt, inputKey, inputKindOf } from './input-kind.ts';
import type {
  JudgementLine,
  SumLine,
  SummedCases,
  SummedCircumstances,
  SummedFinding,
  SummedTraffic,
} from './journal-line.ts';
import { judgedIds, type Observation, type Undecided } from './judgement.ts';

/** How many different findings, observations and reasons one line holds. */
const different = 50;

/** Sums up cases that are not kept individually. */
export interface CaseSum {
  /** Adds a case and its judgement; the caller counts its exchanges. */
  add(line: CaseLine, judgement: JudgementLine): void;
  /** Everything since the start. */
  line(upto: number, exchanges: number): SumLine;
}

export function createCaseSum(operation: Operation, partition: number): CaseSum {
  const cases = new Map<string, SummedCases>();
  const findings = new Map<string, SummedFinding>();
  const observations = new Map<string, Observation>();
  const undecided = new Map<string, Undecided>();
  const unanswered = new Map<string, number>();
  /** How often each kind of input was sent. */
  const attempts = new Map<string, number>();
  const traffic = noTraffic();
  const circumstances = new Map<string, SummedCircumstances>();

  const addCase = ({ requirement, facts }: CaseLine, { control, judged }: JudgementLine): void => {
    const body = typeof facts.body === 'string' ? facts.body : null;
    const key = `${requirement} ${control} ${body}`;
    const group = cases.get(key) ?? { requirement, control, body, cases: 0, judged: {} };
    cases.set(key, group);
    group.cases += 1;
    for (const [id, count] of Object.entries(judged)) group.judged[id] = (group.judged[id] ?? 0) + count;
  };
  const addCircumstances = (line: CaseLine, judgement: JudgementLine): void => {
    const judged = judgedIds(judgement).sort();
    if (line.circumstances === undefined || judged.length === 0) return;
    const key = judged.join(' ');
    const group = circumstances.get(key) ?? { judged, counted: {} };
    circumstances.set(key, group);
    countCircumstances(group.counted, line.circumstances);
  };
  return {
    add(line, judgement) {
      addCase(line, judgement);
      addTraffic(traffic, line, judgement);
      addCircumstances(line, judgement);
      addFindings(findings, line, judgement);
      const input = inputKey(inputKindOf(line));
      attempts.set(input, (attempts.get(input) ?? 0) + attemptsAt(line));
      for (const one of judgement.observations)
        addOnce(observations, `${one.id} ${one.operation} ${one.value}`, one);
      for (const one of judgement.undecided)
        addOnce(undecided, `${one.requirement} ${one.operation} ${one.kind} ${one.reason}`, one);
      const { length } = judgement.unanswered;
      if (length > 0) unanswered.set(line.requirement, (unanswered.get(line.requirement) ?? 0) + length);
    },
    line: (upto, exchanges) => ({
      type: 'sum',
      operation,
      partition,
      upto,
      exchanges,
      cases: [...cases.values()],
      findings: [...findings.values()],
      observations: [...observations.values()],
      undecided: [...undecided.values()],
      unanswered: [...unanswered].map(([requirement, count]) => ({ requirement, count })),
      traffic,
      ...(circumstances.size === 0 ? {} : { circumstances: [...circumstances.values()] }),
      ...(cases.size === 0 ? {} : { attempts: Object.fromEntries(attempts) }),
    }),
  };
}

function addFindings(findings: Map<string, SummedFinding>, line: CaseLine, judgement: JudgementLine): void {
  const counted = new Set<string>();
  for (const found of judgement.findings) {
    const source = sourceOf(line, found);
    const added = affectedBy(found, source, counted);
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
function notKept({
  requirement,
  operation,
  pointer,
  actual,
}: Omit<Finding, 'exchanges'>): Omit<Finding, 'exchanges'> {
  const found = { requirement, operation, kind: 'not-kept', pointer, actual, exchanges: [] } as const;
  const { exchanges: _, ...finding } = findingOf(found);
  return finding;
}

export function noTraffic(): SummedTraffic {
  return { requests: 0, seen: 0, unanswered: 0, onlyBusy: true, recovered: 0 };
}

/** Adds the requests of a case to a total. */
export function addTraffic(into: SummedTraffic, { id, attempts }: CaseLine, judgement: JudgementLine): void {
  const own = new Set<number>();
  const seen = new Set<number>();
  for (const { ordinal, exchange } of attempts) {
    seen.add(ordinal);
    if (exchange.startsWith(`${id}#`)) own.add(ordinal);
  }
  const { unanswered, recovered } = judgement;
  const onlyBusy = unanswered.every(
    ({ kind, wellFormed }) => (kind === 'busy' && wellFormed) || isOfLimits(kind),
  );
  addSummedTraffic(into, {
    requests: own.size,
    seen: seen.size,
    unanswered: unanswered.length,
    onlyBusy,
    recovered,
  });
}

/** The same for cases that are not kept individually. */
export function addSummedTraffic(into: SummedTraffic, sum: SummedTraffic): void {
  into.requests += sum.requests;
  into.seen += sum.seen;
  into.unanswered += sum.unanswered;
  into.recovered += sum.recovered;
  if (!sum.onlyBusy) into.onlyBusy = false;
}
