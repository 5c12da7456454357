import { keptBytes } from '../../engine/kept-bytes.ts';
import type { Access } from '../../engine/open-session.ts';
import { runInputs } from '../../engine/run-inputs.ts';
import type { Journal } from '../../journal/journal.ts';
import { measureCapacity } from '../../preflight/capacity.ts';
import { preflightTarget } from '../../preflight/preflight-target.ts';
import { atOnce } from '../../wire/collected.ts';
import { warn } from '../output/say.ts';

/**
 * Runs preflight, writes its facts to the journal and its warnings to standard error, and closes the connections.
 * @returns also likely mistakes in the configuration, as sentences; how many connections the target takes at once, undefined if that is
 *   more than the run needs; and how many responses as large as the largest one there was may arrive at once
 */
export async function runPreflight(
  to: Omit<Parameters<typeof preflightTarget>[0], 'access'>,
  access: Access,
) {
  const { settings, journal } = to;
  const watched = watching(journal, access.target.bodyMebibytes);
  try {
    const { facts, mistakes } = await preflightTarget({ ...to, access, journal: watched.journal });
    const inputs = await runInputs(access.target, access);
    journal.line({ type: 'preflight', facts, inputs });
    // A rate keeps requests apart, so few of them need connections at once.
    const isMeasured = settings.rate === undefined && settings.concurrency > 1;
    const capacity = isMeasured
      ? await measureCapacity(access.wire, settings.concurrency, watched.journal.exchange)
      : undefined;
    warn(...mistakes);
    if (capacity !== undefined)
      warn(
        `The target answers ${capacity} of ${settings.concurrency} requests at once, so the run sends no more and takes longer. Raise the number of its threads or connections, or set CONFORMANCE_CONCURRENCY.`,
      );
    return { facts, mistakes, capacity, atOnce: watched.atOnce() };
  } finally {
    journal.flush();
    await access.wire.close();
  }
}

/**
 * Responses of the preflight are not judged, so of large ones only so much is kept: half of the largest response that a run reads. Without
 * the others, the preflight cannot be generated again, so that a target of more needs a higher TARGET_BODY_LIMIT_MIB for a certificate.
 */
const keptOfLimit = 0.5;
const large = 256 * 1024;

/** A journal that watches how large responses were. */
export function watching(
  journal: Journal,
  bodyMebibytes: number,
): {
  readonly journal: Journal;
  atOnce(): number;
} {
  let most = Number.POSITIVE_INFINITY;
  let kept = 0;
  const keptAtMost = bodyMebibytes * 1024 ** 2 * keptOfLimit;
  const exchange: Journal['exchange'] = (each) => {
    const { answer } = each;
    most = Math.min(most, atOnce(each));
    const bytes = answer === undefined ? 0 : keptBytes(answer, large);
    if (bytes > 0 && kept > 0 && kept + bytes > keptAtMost) return;
    kept += bytes;
    journal.exchange(each);
  };
  return { journal: { ...journal, exchange }, atOnce: () => most };
}
