import type { TargetFacts } from '../../journal/target-facts.ts';
import { apiKeyText } from '../../wire/credential.ts';
import type { Report } from '../report/report.ts';
import type { ComparedRun } from './compared-run.ts';
import type { Difference } from './comparison.ts';

type DifferenceRow = readonly [name: string, cause: Difference['cause'], old: string, new_: string];

/** Every known difference between two runs other than their results. */
export function differencesOf(old: ComparedRun, new_: ComparedRun): Difference[] {
  const [before, after] = [old.report, new_.report];
  const rows: DifferenceRow[] = [
    ['suite', 'suite', suite(before), suite(after)],
    ['document', 'suite', before.document.sha256, after.document.sha256],
    ['target', 'target', target(before), target(after)],
    ['profile', 'scope', before.profile, after.profile],
    ['effort', 'scope', before.run.effort, after.run.effort],
    ['seed', 'scope', before.run.seed, after.run.seed],
    ['shard', 'scope', before.run.shard ?? 'none', after.run.shard ?? 'none'],
    ['waivers', 'scope', waivers(before), waivers(after)],
  ];
  if (old.survey !== undefined && new_.survey !== undefined) {
    rows.push(['selection', 'scope', old.survey.only ?? 'everything', new_.survey.only ?? 'everything']);
    const [one, other] = [old.survey.facts, new_.survey.facts];
    if (one !== undefined && other !== undefined) rows.push(...factRows(one, other));
  }
  return rows
    .filter(([, , one, other]) => one !== other)
    .map(([name, cause, one, other]) => ({ name, cause, old: one, new: other }));
}

/** Configuration counts as scope; what preflight found counts as the target. */
function factRows(old: TargetFacts, new_: TargetFacts): DifferenceRow[] {
  const row = (
    name: string,
    cause: DifferenceRow[1],
    text: (facts: TargetFacts) => unknown,
  ): DifferenceRow => [name, cause, String(text(old) ?? 'none'), String(text(new_) ?? 'none')];
  return [
    row('synchronizer', 'scope', (facts) => facts.synchronizer),
    row('synchronizer alias', 'scope', (facts) => facts.synchronizerAlias),
    row('participants', 'scope', (facts) => facts.participantUids.length),
    row('execute bodies', 'scope', (facts) => facts.executeBodies),
    row('user', 'scope', (facts) => facts.userId),
    row('expired token', 'scope', (facts) => (facts.canExpire ? 'can be made' : 'cannot be made')),
    row('page parameters', 'scope', (facts) => `${facts.pageSizeParameter}, ${facts.pageTokenParameter}`),
    row('users', 'scope', (facts) => facts.users ?? 'cannot be listed'),
    row('effect of the page size', 'target', (facts) => facts.pageSizeWorks ?? 'cannot be seen'),
    row('form of the API key', 'target', ({ apiKeyForm: form }) => (form === null ? null : apiKeyText(form))),
    row('bearer token', 'target', (facts) => (facts.bearerWorks ? 'accepted' : 'rejected')),
  ];
}

function suite({ suite: { name, version } }: Report): string {
  return `${name} ${version}`;
}

function target({ target: { kind, baseUrl } }: Report): string {
  return kind === 'reference' ? 'the reference server' : baseUrl;
}

function waivers({ waivers: given }: Report): string {
  const texts = given.map(({ requirement, operation, finding, expires }) =>
    [requirement, operation ?? 'everywhere', `“${finding}”`, `until ${expires}`].join(' '),
  );
  return texts.length === 0 ? 'none' : texts.sort().join('; ');
}
