import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { missingNeed } from '../../engine/needs.ts';
import { openAccess } from '../../engine/open-session.ts';
import { memoryJournal } from '../../journal/journal.ts';
import type { OperationState, TargetFacts } from '../../journal/target-facts.ts';
import { preflightTarget } from '../../preflight/preflight-target.ts';
import { levelOf, type Profile } from '../../profiles/profile.ts';
import { plainLine } from '../../reports/formats/plain-text.ts';
import { indented } from '../../reports/terminal/lines.ts';
import { judgedPairs, needsOf } from '../../requirements/catalogue.ts';
import type { Need } from '../../requirements/requirement.ts';
import { loadProfile } from '../../settings/load-profile.ts';
import type { Environment } from '../../settings/run-environment.ts';
import { NoVerdict } from '../../settings/run-errors.ts';
import type { Settings, TargetSettings } from '../../settings/settings.ts';
import { responseLines } from '../output/exit-status.ts';
import { completeSettings, createUndo } from '../run/complete-settings.ts';

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

/** Prepares what a run against the configured target would, runs preflight, and removes what was made for it. */
export async function examine(
  given: Environment,
  { seed, nonce, profile: name }: Settings,
  { baseUrl }: TargetSettings,
): Promise<Examination> {
  const profile = loadProfile(name);
  const about = { baseUrl, profile: profile.id };
  const stateFolder = mkdtempSync(join(tmpdir(), 'ledger-conformance-doctor-'));
  const undo = createUndo();
  undo.push(() => rmSync(stateFolder, { recursive: true, force: true }));
  try {
    const drawn = { ...given, CONFORMANCE_SEED: seed, CONFORMANCE_NONCE: nonce };
    // Few of the bodies that a run may use up show whether they can be made.
    const settings = await completeSettings(drawn, { stateFolder, undo, effort: 'quick' });
    const access = openAccess(settings, settings.target);
    undo.push(() => access.wire.close());
    const { facts, mistakes } = await preflightTarget({
      kind: 'target',
      access,
      settings,
      profile,
      journal: memoryJournal(),
    });
    const problems = Object.values(facts.operations).every(({ state }) => state !== 'answers')
      ? ['No operation can be exercised.']
      : [];
    return { ...about, mistakes, facts, problems, responses: {}, missing: missingNeeds(facts, profile) };
  } catch (error) {
    if (!(error instanceof NoVerdict)) throw error;
    const { message, responses } = error;
    const problems = message.split('\n');
    return { ...about, mistakes: [], facts: undefined, problems, responses, missing: [] };
  } finally {
    await undo.close();
  }
}

/** What checking a target found out about it, without what is missing. */
export function examinationLines(examination: Examination): string[] {
  const { baseUrl, profile, mistakes, facts, problems, responses } = examination;
  return [
    `Target ${plainLine(baseUrl)}, profile ${profile}`,
    '',
    ...titled('Nothing can be exercised:', problems),
    ...titled('Fix this first:', mistakes),
    ...(facts === undefined ? responseLines(responses) : met(facts)),
  ];
}

function titled(title: string, sentences: readonly string[]): string[] {
  return sentences.length === 0 ? [] : [title, ...sentences.flatMap((each) => indented(each, 2)), ''];
}

/** What each missing setting would add; requirements by id only if asked for, as there can be dozens. */
export function missingLines(missing: readonly Missing[], isVerbose: boolean): string[] {
  if (missing.length === 0) return ['Every requirement can be exercised.'];
  const hidden = missing.some(({ musts }) => musts.length > 0) && !isVerbose;
  return [
    ...missing.flatMap(({ reason, musts, others }) => [
      ...indented(reason, 0),
      ...indented(effectOf(musts, others), 2),
      ...(isVerbose && musts.length > 0 ? indented(musts.join(', '), 4) : []),
      '',
    ]),
    ...(hidden ? ['--verbose lists the requirements.'] : []),
  ];
}

function effectOf(musts: readonly string[], others: number): string {
  const count = musts.length + others;
  const of = musts.length > 0 ? ` (${musts.length} MUST)` : '';
  return `Without it, ${count} more ${count === 1 ? 'requirement is' : 'requirements are'} not tested${of}.`;
}

function met(facts: TargetFacts): string[] {
  return [
    ...Object.entries(facts.operations).map(([operation, state]) => row(operation, stateText(state))),
    row('bearer token', facts.bearerWorks ? 'accepted' : 'rejected'),
    row('API key', facts.apiKeyForm === null ? 'rejected in every form' : `accepted as ${facts.apiKeyForm}`),
    row('users', String(facts.users ?? 'cannot be listed')),
    row('page size', pageSize(facts)),
    row('execute bodies', String(facts.executeBodies)),
  ];
}

function row(name: string, value: string): string {
  return `  ${name.padEnd(20)} ${value}`;
}

function stateText({ state, detail, seen }: OperationState): string {
  const parts = [
    ...(seen === undefined ? [] : [plainLine(seen, 140)]),
    ...(detail === '' ? [] : [plainLine(detail, 100)]),
  ];
  return [state, ...parts].join(': ');
}

function pageSize({ pageSizeParameter, pageSizeWorks }: TargetFacts): string {
  if (pageSizeWorks === null) return `${pageSizeParameter}: effect unknown`;
  return pageSizeWorks
    ? `${pageSizeParameter} works`
    : `${pageSizeParameter} has no effect; check TARGET_PAGE_SIZE_PARAMETER`;
}

/** A missing need: why it is missing, with the setting that provides it, and what is not exercised without it. */
export interface Missing {
  readonly need: Need;
  readonly reason: string;
  readonly musts: readonly string[];
  readonly others: number;
}

/** The unmet needs of a target's configuration; levels are those under the profile. */
function missingNeeds(facts: TargetFacts, profile: Profile): Missing[] {
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
    const pairs = judgedPairs
      .filter(({ entry, operation }) => needsOf(entry, operation).includes(need))
      .map(({ entry, operation }) => ({ id: entry.id, level: levelOf(profile, entry, operation) }));
    const musts = pairs.filter(({ level }) => level === 'MUST').map(({ id }) => id);
    return [{ need, reason: reason.text, musts: [...new Set(musts)], others: pairs.length - musts.length }];
  });
}
