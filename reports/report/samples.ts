import type { CaseLine } from '../../journal/case-line.ts';
import { compareIds } from '../../journal/compare-ids.ts';
import type { Finding } from '../../journal/finding.ts';
import { groupBy, insertInOrder } from '../../journal/group-by.ts';
import type { JudgementLine } from '../../journal/journal-line.ts';

/** What a run did for one requirement on one operation, besides the result; its size does not grow with the run. */
export interface Samples {
  /** The version of the judge of its check; absent if that judged no case. */
  judge?: number;
  /** The number of exchanges of all cases of its check. */
  sent: number;
  /** The first cases of its check, in order, and the first exchanges of each. */
  readonly cases: { readonly id: string; readonly exchanges: readonly string[] }[];
  /** Exchanges of its own and other checks in which an answer was judged for it. */
  readonly judged: string[];
  /** How often a finding showed in requests that were sent repeatedly to confirm it. */
  readonly repeated: { shown: number; sent: number };
}

/** The key of a requirement on an operation. */
export function pairOf({ requirement, operation }: Pick<Finding, 'requirement' | 'operation'>): string {
  return `${requirement} ${operation}`;
}

const keptCases = 16;
const keptPlaces = 40;
const keptJudged = 3;

export function noSamples(): Samples {
  return { sent: 0, cases: [], judged: [], repeated: { shown: 0, sent: 0 } };
}

/** The requirement and the operation of the check that conducted a case, which may be judged for other requirements too. */
export function ownerOf(id: string): [requirement: string, operation: string] {
  const [, requirement = '', operation = ''] = /^([^@]*)@([^/]*)/.exec(id) ?? [];
  return [requirement, operation];
}

type SamplesOf = (requirement: string, operation: string) => Samples;

/** Adds a case to what was sent for its check. */
export function addOwnSamples(of: SamplesOf, { id, judge, attempts }: CaseLine): void {
  const own = of(...ownerOf(id));
  const exchanges = attempts.slice(0, keptPlaces).map(({ exchange }) => exchange);
  own.judge ??= judge;
  own.sent += attempts.length;
  insertInOrder(own.cases, { id, exchanges }, keptCases, (a, b) => compareIds(a.id, b.id));
}

/** Adds what the answers of a case show of every requirement. */
export function addJudgedSamples(of: SamplesOf, { id, attempts }: CaseLine, judgement: JudgementLine): void {
  const [requirement, operation] = ownerOf(id);
  // First cases suffice as examples.
  if (id === `${requirement}@${operation}/1`)
    for (const judged of Object.keys(judgement.judged))
      insertInOrder(of(judged, operation).judged, `${id}#1`, keptJudged, byCodeUnit);
  if (!attempts.some(({ role }) => role === 'repeat')) return;
  for (const findings of groupBy(judgement.findings, pairOf).values())
    addRepeated(of(findings[0].requirement, findings[0].operation), attempts, findings);
}

/** Adds how often findings of a requirement showed in a request that was sent repeatedly. */
function addRepeated(
  { repeated }: Samples,
  attempts: CaseLine['attempts'],
  findings: readonly Finding[],
): void {
  const affected = new Set(findings.flatMap(({ exchanges }) => exchanges));
  // Attempts of one request share their ordinal; only the final one is judged.
  const ordinals = new Set(
    attempts.filter(({ role }) => role === 'probe' || role === 'repeat').map(({ ordinal }) => ordinal),
  );
  const shown = [...ordinals].filter((ordinal) =>
    attempts.some((place) => place.ordinal === ordinal && affected.has(place.exchange)),
  );
  // The finding is not about the request that was sent again, but about a control.
  if (shown.length === 0) return;
  repeated.shown += shown.length;
  repeated.sent += ordinals.size;
}

/** Faster than ordering ids, and any stable order will do. */
function byCodeUnit(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
