import { allChecks } from '../../checks/checks.ts';
import { conductUnhurried } from '../../checks/conduct/unhurried-traffic.ts';
import { journalLines } from '../../journal/journal-lines.ts';
import { levelOf, type Profile } from '../../profiles/profile.ts';
import { requirement } from '../../requirements/catalogue.ts';
import { type Check, checkId } from '../../session/check.ts';
import { runCheck } from '../../session/run-check.ts';
import { isSelected } from '../../settings/selection.ts';
import { defaultSeed } from '../../settings/settings.ts';
import { givenShard } from '../../settings/shard.ts';
import { say } from '../output/say.ts';
import { inOwnSession, type RunParts } from './in-own-session.ts';

/** A disguised run, and what was selected of it. */
export interface DisguisedRun extends RunParts {
  readonly only: string | undefined;
  readonly shard: string | undefined;
}

/**
 * Before the checks: the errands of ordinary clients, at their pace. A resumed run keeps those of operations whose last
 * check had ended.
 */
export async function conductErrands(parts: DisguisedRun): Promise<void> {
  const { only, shard, folder } = parts;
  if ((givenShard(shard)?.index ?? 1) !== 1) return;
  const ended = endedIn(folder);
  const checks = allChecks.filter(
    (check) => check.errands !== undefined && isSelected(only, check) && !ended.has(checkId(check)),
  );
  if (checks.length === 0) return;
  await inOwnSession(parts, (session) =>
    Promise.all(checks.map((check) => conductUnhurried({ ...session, series: 'unhurried' }, check))),
  );
}

function endedIn(folder: string): Set<string> {
  const ended = new Set<string>();
  for (const line of journalLines(folder, (start) => start.startsWith('{"type":"check"')))
    if (line.type === 'check' && line.partition === undefined) ended.add(checkId(line));
  return ended;
}

/** So many checks with breaches show whether a target tells this suite from others. */
const comparedAtMost = 12;

/**
 * After the checks: conducts those with breaches once more, as the suite itself and with its default seed, so that the
 * report can say whether the target behaves well only for tests (`reports/report/dress-difference.ts`). A target without
 * breaches gets no further request.
 */
export async function conductUndisguised(parts: RunParts): Promise<void> {
  const checks = breachedIn(parts.folder, parts.profile).slice(0, comparedAtMost);
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
function breachedIn(folder: string, profile: Profile): Check[] {
  const breached = new Set<string>();
  for (const line of journalLines(folder, (start) => start.startsWith('{"type":"judgement"'))) {
    if (line.type !== 'judgement') continue;
    for (const finding of line.findings) {
      if (levelOf(profile, requirement(finding.requirement), finding.operation) !== 'MUST') continue;
      breached.add(line.case.slice(0, line.case.lastIndexOf('/')));
      breached.add(checkId(finding));
    }
  }
  return allChecks.filter((check) => check.isAlone === undefined && breached.has(checkId(check)));
}
