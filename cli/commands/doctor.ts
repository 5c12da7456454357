import { memoryJournal } from '../../journal/memory-journal.ts';
import type { TargetFacts } from '../../journal/target-facts.ts';
import { preflightTarget } from '../../preflight/preflight-target.ts';
import { plainLine } from '../../reports/formats/plain-text.ts';
import { indented } from '../../reports/terminal/lines.ts';
import { openAccess } from '../../session/open-session.ts';
import { loadProfile } from '../../settings/load-profile.ts';
import { readWaivers } from '../../settings/read-waivers.ts';
import { environmentWithFile } from '../../settings/run-environment.ts';
import { readSettings } from '../../settings/settings.ts';
import { exitStatus } from '../output/exit-status.ts';
import { say } from '../output/say.ts';
import { beside, missingSettings, undecidableOperations } from './doctor/certify-preconditions.ts';
import { missingNeeds } from './doctor/missing-needs.ts';

/**
 * Runs preflight and shows what a run with this configuration can exercise, and what each missing setting would add. Partial
 * coverage is no error, so this resolves to 0 if the target could be checked. With `certify` it shows what prevents a
 * certificate, and resolves to 3 if anything does.
 */
export async function doctor({ certify = false }: { readonly certify?: boolean }): Promise<number> {
  const settings = readSettings(environmentWithFile());
  const { target } = settings;
  const waivers = certify && settings.waivers !== undefined ? readWaivers(settings.waivers) : [];
  const today = new Date().toISOString().slice(0, 10);
  const unset = certify ? missingSettings(settings, waivers, today) : [];
  if (target === undefined && certify) return certifiable(unset);
  if (target === undefined) {
    say(
      ...indented(
        'TARGET_BASE_URL is not set. A run tests the embedded reference server, where everything can be exercised.',
        0,
      ),
    );
    return exitStatus.conformant;
  }
  const profile = loadProfile(settings.profile);
  const access = openAccess(settings, target);
  try {
    const mistakes: string[] = [];
    const facts = await preflightTarget(
      { kind: 'target', access, settings, profile, journal: memoryJournal() },
      (sentence) => {
        mistakes.push(sentence);
      },
    );
    say(`Target ${plainLine(facts.baseUrl)}, profile ${profile.id}`, '');
    if (mistakes.length > 0) say('Fix this first:', ...mistakes.flatMap((each) => indented(each, 2)), '');
    say(...met(facts), '');
    const missing = missingNeeds(facts, profile);
    if (certify) {
      const [needed, helpful] = [true, false].map((wanted) =>
        missing.filter(({ musts }) => musts.length > 0 === wanted).map(({ reason }) => reason),
      );
      return certifiable([...unset, ...undecidableOperations(facts), ...(needed ?? [])], helpful);
    }
    if (missing.length === 0) {
      say('Every requirement can be exercised.');
    }
    for (const { reason, musts, others } of missing) {
      say(...indented(reason, 0), ...indented(inWords(musts, others), 2), '');
    }
    return exitStatus.conformant;
  } finally {
    await access.wire.close();
  }
}

/** Prints what prevents a certificate; returns 3 if anything does. */
function certifiable(missing: readonly string[], helpful: readonly string[] = []): number {
  say(
    missing.length === 0 ? 'Ready to certify.' : 'Not ready to certify:',
    ...missing.flatMap((each) => indented(each, 2)),
    ...(helpful.length === 0 ? [] : ['', 'Optional, because no MUST depends on it:']),
    ...helpful.flatMap((each) => indented(each, 2)),
    '',
    ...beside.flatMap((each) => indented(each, 0)),
  );
  return missing.length === 0 ? exitStatus.conformant : exitStatus.noVerdict;
}

function met(facts: TargetFacts): string[] {
  const operations = Object.entries(facts.operations).map(
    ([operation, { state, detail }]) =>
      `  ${operation.padEnd(20)} ${state}${detail === '' ? '' : `: ${plainLine(detail, 100)}`}`,
  );
  return [
    ...operations,
    `  ${'bearer token'.padEnd(20)} ${facts.bearerWorks ? 'accepted' : 'rejected'}`,
    `  ${'API key'.padEnd(20)} ${facts.apiKeyForm === null ? 'rejected in every form' : `accepted as ${facts.apiKeyForm}`}`,
    `  ${'users'.padEnd(20)} ${facts.users ?? 'cannot be listed'}`,
    `  ${'page size'.padEnd(20)} ${pageSize(facts)}`,
    `  ${'execute bodies'.padEnd(20)} ${facts.executeBodies}`,
  ];
}

function pageSize({ pageSizeParameter, pageSizeWorks }: TargetFacts): string {
  if (pageSizeWorks === null) return `${pageSizeParameter}: effect unknown`;
  return pageSizeWorks
    ? `${pageSizeParameter} works`
    : `${pageSizeParameter} has no effect; check TARGET_PAGE_SIZE_PARAMETER`;
}

/** Describes the effect of one missing setting. */
function inWords(musts: readonly string[], others: number): string {
  const counts = [
    ...(musts.length > 0 ? [`${musts.length} MUST`] : []),
    ...(others > 0 ? [`${others} ${others === 1 ? 'other' : 'others'}`] : []),
  ].join(' and ');
  const verb = musts.length + others === 1 ? 'is' : 'are';
  const named = musts.length === 0 ? '' : `: ${musts.join(', ')}`;
  return `Without it ${counts} ${verb} not exercised${named}.`;
}
