import { memoryJournal } from '../../../journal/memory-journal.ts';
import type { TargetFacts } from '../../../journal/target-facts.ts';
import { preflightTarget } from '../../../preflight/preflight-target.ts';
import { openAccess } from '../../../session/open-session.ts';
import { loadProfile } from '../../../settings/load-profile.ts';
import { NoVerdict } from '../../../settings/no-verdict.ts';
import type { Settings, TargetSettings } from '../../../settings/settings.ts';
import { type Missing, missingNeeds } from './missing-needs.ts';

/** What checking a target found out. */
export interface Examination {
  readonly baseUrl: string;
  readonly profile: string;
  /** Likely mistakes in the configuration, as sentences. */
  readonly mistakes: readonly string[];
  /** Undefined if nothing can be exercised. */
  readonly facts: TargetFacts | undefined;
  /** Why nothing can be exercised, as sentences. */
  readonly problems: readonly string[];
  /** What responded instead of the operations, by operation. */
  readonly responses: Readonly<Record<string, string>>;
  readonly missing: readonly Missing[];
}

/** Runs preflight against the configured target. */
export async function examine(settings: Settings, target: TargetSettings): Promise<Examination> {
  const profile = loadProfile(settings.profile);
  const access = openAccess(settings, target);
  const about = { baseUrl: target.baseUrl, profile: profile.id };
  const mistakes: string[] = [];
  try {
    const facts = await preflightTarget(
      { kind: 'target', access, settings, profile, journal: memoryJournal() },
      (sentence) => {
        mistakes.push(sentence);
      },
    );
    const problems = Object.values(facts.operations).every(({ state }) => state !== 'answers')
      ? ['No operation can be exercised.']
      : [];
    return { ...about, mistakes, facts, problems, responses: {}, missing: missingNeeds(facts, profile) };
  } catch (error) {
    if (!(error instanceof NoVerdict)) throw error;
    const { message, responses } = error;
    return {
      ...about,
      mistakes: [],
      facts: undefined,
      problems: message.split('\n'),
      responses,
      missing: [],
    };
  } finally {
    await access.wire.close();
  }
}
