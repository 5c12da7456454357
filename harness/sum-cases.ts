import type { Operation } from '../requirements/requirement.ts';
import type { CaseLine, JudgementLine } from './journal-line.ts';
import type { SumLine } from './sum-line.ts';

/** Different findings, observations and reasons that one line holds. */
const different = 50;

/** Said of findings beyond those: each is counted, and few targets are wrong in more ways. */
const others = 'other findings, which are counted and not kept';

export function emptySum(operation: Operation, slice: number): SumLine {
  return {
    type: 'sum',
    operation,
    slice,
    upto: 0,
    exchanges: 0,
    cases: [],
    findings: [],
    observations: [],
    undecided: [],
    troubles: [],
    traffic: { requests: 0, seen: 0, troubles: 0, onlyBusy: true, recovered: 0 },
  };
}

/** Adds a case and what the judge said of it; its exchanges are counted by the caller. */
export function addToSum(sum: SumLine, line: CaseLine, judgement: JudgementLine): void {
  addCase(sum, line, judgement);
  addTraffic(sum, line, judgement);
  addFindings(sum, line.requirement, judgement);
  addOnce(sum.observations, judgement.observations);
  addOnce(sum.undecided, judgement.undecided);
  const { length } = judgement.troubles;
  if (length === 0) return;
  const trouble = sum.troubles.find(({ requirement }) => requirement === line.requirement);
  if (trouble === undefined) sum.troubles.push({ requirement: line.requirement, count: length });
  else trouble.count += length;
}

function addCase(sum: SumLine, { requirement, facts }: CaseLine, { twin, judged }: JudgementLine): void {
  const body = typeof facts.body === 'string' ? facts.body : null;
  let group = sum.cases.find(
    (each) => each.requirement === requirement && each.twin === twin && each.body === body,
  );
  if (group === undefined) {
    group = { requirement, twin, body, cases: 0, judged: {} };
    sum.cases.push(group);
  }
  group.cases += 1;
  for (const [id, count] of Object.entries(judged)) group.judged[id] = (group.judged[id] ?? 0) + count;
}

function addTraffic({ traffic }: SumLine, { id, places }: CaseLine, judgement: JudgementLine): void {
  const own = new Set<number>();
  const seen = new Set<number>();
  for (const { ordinal, exchange } of places) {
    seen.add(ordinal);
    if (exchange.startsWith(`${id}#`)) own.add(ordinal);
  }
  traffic.requests += own.size;
  traffic.seen += seen.size;
  traffic.recovered += judgement.recovered;
  traffic.troubles += judgement.troubles.length;
  if (judgement.troubles.some(({ kind, wellFormed }) => kind !== 'busy' || !wellFormed))
    traffic.onlyBusy = false;
}

function addFindings({ findings }: SumLine, shownBy: string, judgement: JudgementLine): void {
  for (const { requirement, operation, pointer, message, expected, actual } of judgement.findings) {
    const isSame = (text: string) => (each: (typeof findings)[number]) =>
      each.requirement === requirement && each.pointer === pointer && each.message === text;
    const known = findings.find(isSame(message)) ?? findings.find(isSame(others));
    if (known !== undefined) {
      known.affected += 1;
      continue;
    }
    const said = findings.length < different ? message : others;
    findings.push({ requirement, operation, shownBy, message: said, pointer, expected, actual, affected: 1 });
  }
}

function addOnce<T>(into: T[], some: readonly T[]): void {
  for (const one of some) {
    if (into.length >= different) return;
    const text = JSON.stringify(one);
    if (!into.some((each) => JSON.stringify(each) === text)) into.push(one);
  }
}
