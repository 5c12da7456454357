import { requirements } from '../../requirements/catalogue.ts';
import { nearestIds, probablyMeant } from '../../requirements/nearest-ids.ts';
import type { Report, ReportResult, ReportWaiver, WaiverState } from './report.ts';

/** States that fail the gate, whatever else the run shows. */
const red: readonly WaiverState[] = ['expired', 'stale', 'mismatched', 'unknown'];

export function isRed({ state }: ReportWaiver): boolean {
  return red.includes(state);
}

/** A message about a waiver that needs attention; undefined if it applies or was not exercised. */
export function waiverInWords(waiver: ReportWaiver): string | undefined {
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

/** Messages about waivers that do not fail the gate. */
export function endingWaivers({ waivers }: Pick<Report, 'waivers'>): string[] {
  return waivers.filter((waiver) => !isRed(waiver)).flatMap((each) => waiverInWords(each) ?? []);
}

function correction(id: string): string {
  const judged = requirements.filter(({ excluded }) => excluded === undefined);
  const known = judged.find((each) => each.id === id);
  if (known !== undefined) return `it is judged on ${known.operations.join(', ')}.`;
  const ids = judged.map((each) => each.id);
  return `correct it, perhaps to ${probablyMeant(id, ids) ?? nearestIds(id, ids)[0] ?? 'one that is there'}, or remove it.`;
}

/** The owner, expiry and reason of a waived failure; undefined if it is not waived. */
export function waivedInWords(
  { waived }: ReportResult,
  { waivers }: Pick<Report, 'waivers'>,
): string | undefined {
  if (waived === null) return undefined;
  const by = waived.flatMap((index) => waivers[index] ?? []);
  return by
    .map(({ expires, owner, issue, reason }) => `waived until ${expires} by ${owner} (${issue}): ${reason}`)
    .join('; ');
}
