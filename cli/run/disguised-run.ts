import { type Check, checkId } from '../../engine/check.ts';
import { createRun } from '../../engine/create-run.ts';
import { earlierIn } from '../../engine/earlier-part.ts';
import { liveCases } from '../../engine/live-cases.ts';
import { drive } from '../../engine/play.ts';
import { runCheck } from '../../engine/run-check.ts';
import type { Session } from '../../engine/session.ts';
import { declaredChecks, host } from '../../engine/spec.ts';
import { preflightReason } from '../../journal/target-facts.ts';
import { levelOf, type Profile } from '../../profiles/profile.ts';
import { judgedPairs } from '../../requirements/catalogue.ts';
import { givenShard, isSelected } from '../../settings/selection.ts';
import { defaultSeed } from '../../settings/settings.ts';
import { scenarioChecks } from '../../specs/ordinary-traffic.ts';
import { longerPauses } from '../../specs/shared/scenarios.ts';
import { say } from '../output/say.ts';
import { inOwnSession, type RunParts } from './in-own-session.ts';
import type { Broken } from './read-run.ts';

/**
 * Before the checks: the scenarios of ordinary clients, at their pace. A resumed run keeps those of operations whose last
 * check had ended.
 */
export async function conductScenarios(
  parts: RunParts,
  { only, shard }: { readonly only?: string; readonly shard?: string },
): Promise<void> {
  if ((givenShard(shard)?.index ?? 1) !== 1) return;
  const { checks: ended } = earlierIn(parts.folder);
  const checks = scenarioChecks.filter((check) => isSelected(only, check) && !ended.has(checkId(check)));
  if (checks.length === 0) return;
  await inOwnSession(parts, (session) =>
    Promise.all(checks.map((check) => conductPaced({ ...session, series: 'paced' }, check))),
  );
}

async function conductPaced(session: Session, check: Check): Promise<void> {
  if (preflightReason(session.facts.operations[check.operation]) !== undefined) return;
  const times = longerPauses(session.settings);
  const clock = { ...session.clock, wait: (ms: number) => session.clock.wait(times * ms) };
  await drive({ ...session, clock }, check.cases(createRun(liveCases(session, check), check)));
  session.journal.flush();
}

/** So many checks with breaches show whether a target tells this suite from others. */
const comparedAtMost = 12;

/**
 * After the checks: conducts those with breaches once more, as the suite itself and with its default seed, so that the
 * report can say whether the target behaves well only for tests (`reports/report/disguise-difference.ts`). A target without
 * breaches gets no further request.
 */
export async function conductUndisguised(parts: RunParts, broken: Broken): Promise<void> {
  // Under Playwright, the specs that it was asked for are there; others must not be loaded behind its tests.
  if (host === undefined) await import('../../specs/all.ts');
  const checks = breached(broken, parts.profile).slice(0, comparedAtMost);
  if (checks.length === 0) return;
  say(
    `Sending ${checks.length === 1 ? 'the check' : `${checks.length} checks`} with breaches again without the disguise, to compare.`,
  );
  const settings = { ...parts.settings, disguise: false, seed: defaultSeed };
  await inOwnSession({ ...parts, settings }, async (session) => {
    const { journal } = session;
    // How each check ended is said once, and that was in the run.
    const line: typeof journal.line = (each) => {
      if (each.type !== 'check') journal.line(each);
    };
    for (const check of checks)
      await runCheck({ ...session, series: 'undisguised', journal: { ...journal, line } }, check);
  });
}

/** The checks whose cases broke a MUST, and those of what was broken, except those that use up what others need. */
function breached(broken: Broken, profile: Profile): Check[] {
  const musts = judgedPairs
    .filter(({ entry, operation }) => levelOf(profile, entry, operation) === 'MUST')
    .map(({ entry, operation }) => checkId({ requirement: entry.id, operation }));
  const ids = new Set(
    musts.flatMap((id) => {
      const shownBy = broken.get(id);
      return shownBy === undefined ? [] : [id, ...shownBy];
    }),
  );
  return declaredChecks.filter((check) => check.isAlone === undefined && ids.has(checkId(check)));
}
