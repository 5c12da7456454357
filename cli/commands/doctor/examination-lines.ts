import type { OperationState, TargetFacts } from '../../../journal/target-facts.ts';
import { plainLine } from '../../../reports/formats/plain-text.ts';
import { indented } from '../../../reports/terminal/wrapped.ts';
import { responseLines } from '../../output/exit-status.ts';
import type { Examination } from './examination.ts';
import type { Missing } from './missing-needs.ts';

/** What checking a target found out about it, without what is missing. */
export function examinationLines({
  baseUrl,
  profile,
  mistakes,
  facts,
  problems,
  responses,
}: Examination): string[] {
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
  const counts = [
    ...(musts.length > 0 ? [`${musts.length} MUST`] : []),
    ...(others > 0 ? [`${others} ${others === 1 ? 'other' : 'others'}`] : []),
  ].join(' and ');
  return `Without it ${counts} ${musts.length + others === 1 ? 'is' : 'are'} not exercised.`;
}

function met(facts: TargetFacts): string[] {
  return [
    ...Object.entries(facts.operations).map(([operation, state]) => row(operation, stateInWords(state))),
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

function stateInWords({ state, detail, seen }: OperationState): string {
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
