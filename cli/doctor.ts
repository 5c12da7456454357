import { loadProfile } from '../harness/load-profile.ts';
import { memoryJournal } from '../harness/memory-journal.ts';
import { missingNeed } from '../harness/needs.ts';
import { meetTarget, openAccess } from '../harness/open-session.ts';
import { environmentWithFile } from '../harness/run-environment.ts';
import { readSettings } from '../harness/settings.ts';
import type { TargetFacts } from '../harness/target.ts';
import { plainLine } from '../reports/plain-text.ts';
import { needsOf, requirements } from '../requirements/catalogue.ts';
import type { Need } from '../requirements/requirement.ts';
import { exitStatus } from './exit-status.ts';
import { wrapped } from './wrapped.ts';

/**
 * Meets the target and says what a run with this configuration can exercise, and which setting would add what. Partial
 * coverage is no error, so this resolves to 0 wherever the target could be met.
 */
export async function doctor(): Promise<number> {
  const settings = readSettings(environmentWithFile());
  const { target } = settings;
  if (target === undefined) {
    say(
      ...wrapped(
        'No TARGET_BASE_URL is set: a run checks the embedded reference server, where everything can be exercised.',
        0,
      ),
    );
    return exitStatus.conformant;
  }
  const profile = loadProfile(settings.profile ?? 'document');
  const access = openAccess(settings, target);
  try {
    const facts = await meetTarget('target', access, settings, profile, memoryJournal());
    say(`Target ${plainLine(facts.baseUrl)}, profile ${profile.id}`, '', ...met(facts), '');
    const missing = missingNeeds(facts);
    if (missing.length === 0) {
      say('Every requirement can be exercised.');
    }
    for (const { reason, musts, others } of missing) {
      say(
        ...wrapped(reason, 0),
        ...wrapped(
          `Without it ${musts.length} MUST and ${others} others are not exercised${musts.length === 0 ? '' : `: ${musts.join(', ')}`}.`,
          2,
        ),
        '',
      );
    }
    return exitStatus.conformant;
  } finally {
    await access.wire.close();
  }
}

function met(facts: TargetFacts): string[] {
  const operations = Object.entries(facts.operations).map(
    ([operation, { state, detail }]) =>
      `  ${operation.padEnd(20)} ${state}${detail === '' ? '' : `: ${plainLine(detail, 100)}`}`,
  );
  return [
    ...operations,
    `  ${'bearer token'.padEnd(20)} ${facts.bearerWorks ? 'taken' : 'refused'}`,
    `  ${'API key'.padEnd(20)} ${facts.apiKeyForm === null ? 'refused in every form' : `taken as ${facts.apiKeyForm}`}`,
    `  ${'users'.padEnd(20)} ${facts.users ?? 'cannot be listed'}`,
    `  ${'page size'.padEnd(20)} ${pageSize(facts)}`,
    `  ${'execute bodies'.padEnd(20)} ${facts.executeBodies}`,
  ];
}

function pageSize({ pageSizeParameter, pageSizeWorks }: TargetFacts): string {
  if (pageSizeWorks === null) return `${pageSizeParameter}: its effect could not be seen`;
  return pageSizeWorks
    ? `${pageSizeParameter} works`
    : `${pageSizeParameter} has no effect; is the parameter called otherwise?`;
}

interface Missing {
  readonly reason: string;
  readonly musts: readonly string[];
  readonly others: number;
}

function missingNeeds(facts: TargetFacts): Missing[] {
  const needs: readonly Need[] = [
    'synchronizer',
    'synchronizer-alias',
    'participants',
    'execute-body',
    'user-id',
    'expired-token',
    'several-users',
    'page-parameters',
  ];
  return needs.flatMap((need) => {
    const reason = missingNeed(need, facts);
    if (reason === undefined) return [];
    const pairs = requirements.flatMap((requirement) =>
      requirement.operations
        .filter((operation) => needsOf(requirement, operation).includes(need))
        .map(() => requirement),
    );
    const musts = pairs.filter(({ level }) => level === 'MUST').map(({ id }) => id);
    return [{ reason, musts: [...new Set(musts)], others: pairs.length - musts.length }];
  });
}

function say(...lines: string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`);
}
