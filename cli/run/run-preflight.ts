import type { Journal } from '../../journal/journal.ts';
import { preflightTarget } from '../../preflight/preflight-target.ts';
import type { Profile } from '../../profiles/profile.ts';
import type { Access } from '../../session/open-session.ts';
import type { Settings } from '../../settings/settings.ts';
import { warn } from '../output/say.ts';

/** What preflight showed beside the facts in the journal. */
export interface Preflight {
  /** Likely mistakes of the configuration, as sentences. */
  readonly mistakes: readonly string[];
  /** Whether the run will wait for the target rather than for the machine. */
  readonly slow: boolean;
}

interface Run {
  readonly kind: 'reference' | 'target';
  readonly settings: Settings;
  readonly profile: Profile;
  readonly journal: Journal;
}

/** Runs preflight, writes its facts into the journal and its warnings to standard error, and closes the connections. */
export async function runPreflight(
  { kind, settings, profile, journal }: Run,
  access: Access,
): Promise<Preflight> {
  const mistakes: string[] = [];
  const took: number[] = [];
  const timed: Journal = {
    ...journal,
    exchange(exchange) {
      took.push(exchange.ms);
      journal.exchange(exchange);
    },
  };
  try {
    const facts = await preflightTarget({ kind, access, settings, profile, journal: timed }, (sentence) => {
      mistakes.push(sentence);
    });
    journal.line({ type: 'preflight', facts });
    warn(...mistakes);
  } finally {
    journal.flush();
    await access.wire.close();
  }
  return { mistakes, slow: isSlow(took) };
}

/** Half of the answers took longer than this, in milliseconds: a run waits for the target rather than for the machine. */
const slowFrom = 40;

function isSlow(took: readonly number[]): boolean {
  const sorted = [...took].sort((a, b) => a - b);
  return (sorted[Math.floor(sorted.length / 2)] ?? 0) > slowFrom;
}
