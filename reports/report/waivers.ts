import { requirements } from '../../requirements/catalogue.ts';
import { nearestIds, probablyMeant } from '../../requirements/nearest-ids.ts';
import { daysBetween, type Waiver } from '../../settings/waiver.ts';
import {
  isBroken,
  type Report,
  type ReportFinding,
  type ReportResult,
  type ReportWaiver,
  type WaiverState,
} from './report.ts';

/** A waiver warns this many days before it expires. */
const warnedDays = 14;

type Unwaived = Omit<ReportResult, 'waived'>;

/**
 * Applies waivers to results. A failure is waived if unexpired waivers expect all its findings. Its outcome does not
 * change, because the verdict ignores waivers.
 * @param today the day of the run, such as 2026-01-31
 * @param whole false for a shard or a run that did not end, in which no waiver counts as stale
 */
export function applyWaivers(
  results: readonly Unwaived[],
  waivers: readonly Waiver[],
  { today, whole }: { readonly today: string; readonly whole: boolean },
): Pick<Report, 'results' | 'waivers'> {
  const stateOf = (waiver: Waiver): WaiverState => {
    const meant = results.filter((result) => isMeant(waiver, result));
    if (meant.length === 0) return 'unknown';
    const left = daysBetween(today, waiver.expires);
    if (left < 0) return 'expired';
    const broken = meant.filter(isBroken);
    if (broken.some((result) => result.findings.some((finding) => excuses(waiver, result, finding))))
      return left <= warnedDays ? 'expiring' : 'active';
    if (broken.length > 0) return 'mismatched';
    const isNothingFailing = meant.every(({ outcome }) => outcome === 'passed' || outcome === 'observed');
    return whole && isNothingFailing ? 'stale' : 'not-exercised';
  };
  const stated = waivers.map((waiver) => ({ ...waiver, state: stateOf(waiver) }));
  const isLive = ({ state }: ReportWaiver): boolean => state === 'active' || state === 'expiring';
  return {
    waivers: stated,
    results: results.map((result) => {
      const found = result.findings.map((finding) =>
        stated.findIndex((waiver) => isLive(waiver) && excuses(waiver, result, finding)),
      );
      const waived = isBroken(result) && found.length > 0 && !found.includes(-1);
      return { ...result, waived: waived ? [...new Set(found)].sort((a, b) => a - b) : null };
    }),
  };
}

function isMeant({ requirement, operation }: Waiver, result: Unwaived): boolean {
  return result.requirement === requirement && (operation === undefined || result.operation === operation);
}

function excuses(waiver: Waiver, result: Unwaived, { message, pointer }: ReportFinding): boolean {
  const place = waiver.pointer === undefined || waiver.pointer === pointer;
  return isMeant(waiver, result) && place && message.includes(waiver.finding);
}

/** States that fail the gate, whatever else the run shows. */
const red: readonly WaiverState[] = ['expired', 'stale', 'mismatched', 'unknown'];

export function isRed({ state }: ReportWaiver): boolean {
  return red.includes(state);
}

/** A message about a waiver that needs attention; undefined if it applies or was not exercised. */
export function waiverText(waiver: ReportWaiver): string | undefined {
  const { state, requirement, operation, owner, issue, expires, finding } = waiver;
  const of = `The waiver of ${requirement}${operation === undefined ? '' : ` on ${operation}`} (${owner}, ${issue})`;
  switch (state) {
    case 'expired':
      return `${of} expired on ${expires}: the target must be correct now, or its owner must agree on a new one.`;
    case 'expiring':
      return `${of} expires on ${expires}.`;
    case 'stale':
      return `${of} no longer applies, because nothing fails there: remove it.`;
    case 'mismatched':
      return `${of} expects “${finding}”, but something else fails there: correct the target or the waiver.`;
    case 'unknown':
      return `${of} names no requirement that is judged ${operation === undefined ? 'here' : 'there'}: ${correction(requirement)}`;
    case 'active':
    case 'not-exercised':
      return undefined;
  }
}

function correction(id: string): string {
  const judged = requirements.filter(({ excluded }) => excluded === undefined);
  const known = judged.find((each) => each.id === id);
  if (known !== undefined) return `it is judged on ${known.operations.join(', ')}.`;
  const ids = judged.map((each) => each.id);
  return `correct it, perhaps to ${probablyMeant(id, ids) ?? nearestIds(id, ids)[0] ?? 'one that is there'}, or remove it.`;
}

/** The owner, expiry and reason of a waived failure; undefined if it is not waived. */
export function waivedText(
  { waived }: ReportResult,
  { waivers }: Pick<Report, 'waivers'>,
): string | undefined {
  if (waived === null) return undefined;
  const by = waived.flatMap((index) => waivers[index] ?? []);
  return by
    .map(({ expires, owner, issue, reason }) => `waived until ${expires} by ${owner} (${issue}): ${reason}`)
    .join('; ');
}
