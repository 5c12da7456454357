import { daysBetween, type Waiver } from '../../settings/waiver.ts';
import type { Report, ReportFinding, ReportResult, WaiverState } from './report.ts';

/** So many days before it ends, a waiver warns. */
const warnedDays = 14;

type Unwaived = Omit<ReportResult, 'waived'>;

/** What the state of a waiver follows from, beside the results. */
export interface WaiverCircumstances {
  /** The day of the run, such as 2026-01-31. */
  readonly today: string;
  /** False where only a part of the run is seen: a shard, or a run that did not end. Nothing is stale then. */
  readonly whole: boolean;
}

/**
 * Lays waivers beside results. A failure is waived where each of its findings is expected by a waiver that has not
 * expired; its outcome stays what it is, because the verdict does not know of waivers.
 */
export function applyWaivers(
  results: readonly Unwaived[],
  waivers: readonly Waiver[],
  circumstances: WaiverCircumstances,
): Pick<Report, 'results' | 'waivers'> {
  const stated = waivers.map((waiver) => ({
    ...waiver,
    state: stateOf(waiver, results, circumstances),
  }));
  const live = stated.map(({ state }) => state === 'active' || state === 'expiring');
  return {
    waivers: stated,
    results: results.map((result) => {
      const found = result.findings.map((finding) =>
        stated.findIndex((waiver, index) => live[index] === true && excuses(waiver, result, finding)),
      );
      const waived = isBroken(result) && found.length > 0 && !found.includes(-1);
      return { ...result, waived: waived ? [...new Set(found)].sort((a, b) => a - b) : null };
    }),
  };
}

function stateOf(
  waiver: Waiver,
  results: readonly Unwaived[],
  { today, whole }: WaiverCircumstances,
): WaiverState {
  const meant = results.filter((result) => isMeant(waiver, result));
  if (meant.length === 0) return 'unknown';
  const left = daysBetween(today, waiver.expires);
  if (left < 0) return 'expired';
  const broken = meant.filter(isBroken);
  if (broken.some((result) => result.findings.some((finding) => excuses(waiver, result, finding))))
    return left <= warnedDays ? 'expiring' : 'active';
  if (broken.length > 0) return 'mismatched';
  return whole && meant.every(isDecided) ? 'stale' : 'not-exercised';
}

function isMeant({ requirement, operation }: Waiver, result: Unwaived): boolean {
  return result.requirement === requirement && (operation === undefined || result.operation === operation);
}

function excuses(waiver: Waiver, result: Unwaived, { message, pointer }: ReportFinding): boolean {
  const place = waiver.pointer === undefined || waiver.pointer === pointer;
  return isMeant(waiver, result) && place && message.includes(waiver.finding);
}

function isBroken({ outcome }: Unwaived): boolean {
  return outcome === 'failed' || outcome === 'warned';
}

/** Whether the result shows that nothing fails there. */
function isDecided({ outcome }: Unwaived): boolean {
  return outcome === 'passed' || outcome === 'observed';
}
