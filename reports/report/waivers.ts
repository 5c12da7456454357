import { daysBetween, type Waiver } from '../../settings/waiver.ts';
import type { Report, ReportFinding, ReportResult, WaiverState } from './report.ts';

/** A waiver warns this many days before it expires. */
const warnedDays = 14;

type Unwaived = Omit<ReportResult, 'waived'>;

/** The input for the state of a waiver, besides the results. */
export interface WaiverCircumstances {
  /** The day of the run, such as 2026-01-31. */
  readonly today: string;
  /** False for a shard or a run that did not end, in which no waiver counts as stale. */
  readonly whole: boolean;
}

/**
 * Applies waivers to results. A failure is waived if unexpired waivers expect all its findings. Its outcome does not
 * change, because the verdict ignores waivers.
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
