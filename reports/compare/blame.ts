import { needsOf, requirements } from '../../requirements/catalogue.ts';
import type { Need } from '../../requirements/requirement.ts';
import type { ReportFinding, ReportResult } from '../report/report.ts';
import { blameForSuite } from './blame-suite.ts';
import { blameForUnexercised, isExercised } from './blame-unexercised.ts';
import { chanceToMiss, likelyToMiss, mostFrequent } from './chance-to-miss.ts';
import type { Pair, RunCircumstances } from './circumstances.ts';
import { type Blame, type Difference, pairOf } from './comparison.ts';
import { inWords } from './difference-in-words.ts';
import type { Survey } from './survey.ts';

/** The likely cause of a requirement that is broken in only one of the runs. */
export function blameForBroken(pair: Pair, broken: 'old' | 'new', circumstances: RunCircumstances): Blame {
  const result = pair[broken];
  const other = pair[broken === 'new' ? 'old' : 'new'];
  if (result === undefined || other === undefined) return blameForUnknown(pair);
  if (!isExercised(other)) return blameForUnexercised(other, circumstances.differences);
  const { differences } = circumstances;
  return (
    blameForSuite(result, other, circumstances) ??
    blameForUnsteady(result, circumstances[broken].survey) ??
    blameForScope(result, differences) ??
    blameForRate(result, other, broken, circumstances) ??
    blameForTarget(result, other, circumstances)
  );
}

/** A requirement that only one of the suites has. */
export function blameForUnknown({ old }: Pair): Blame {
  const which = old === undefined ? 'old' : 'new';
  return { cause: 'suite', because: [`The suite of the ${which} run does not have this requirement.`] };
}

/** The same request showed the finding intermittently. */
function blameForUnsteady(result: ReportResult, survey: Survey | undefined): Blame | undefined {
  const sendings = survey?.sendings.get(pairOf(result));
  if (sendings === undefined || sendings.shown === sendings.sent) return undefined;
  const { shown, sent } = sendings;
  return {
    cause: 'flakiness',
    because: [`The same requests, sent repeatedly, showed it ${shown} of ${sent} times.`],
  };
}

/** Settings that a requirement needs, by the names of their differences. */
const settingsOf: Readonly<Record<Need, readonly string[]>> = {
  synchronizer: ['synchronizer'],
  'synchronizer-alias': ['synchronizer alias', 'synchronizer'],
  participants: ['participants'],
  'execute-body': ['execute bodies'],
  'user-id': ['user'],
  'expired-token': ['expired token'],
  // The number of users varies; with fewer than three the requirement is reported as not exercised.
  'several-users': [],
  'page-parameters': ['page parameters'],
};

function blameForScope(result: ReportResult, differences: readonly Difference[]): Blame | undefined {
  const entry = requirements.find(({ id }) => id === result.requirement);
  const needs = entry === undefined ? [] : needsOf(entry, result.operation);
  const names = new Set(['profile', ...needs.flatMap((need) => settingsOf[need])]);
  const found = differences.filter(({ name, cause }) => cause === 'scope' && names.has(name));
  return found.length === 0 ? undefined : { cause: 'scope', because: found.map(inWords) };
}

/** The finding shows in few answers, so the other run may have missed it by chance. */
function blameForRate(
  result: ReportResult,
  other: ReportResult,
  broken: 'old' | 'new',
  { old, new: new_, differences }: RunCircumstances,
): Blame | undefined {
  const finding = mostFrequent(result.findings);
  if (finding === undefined) return undefined;
  const tried = triedByOther(finding, other, (broken === 'new' ? old : new_).survey);
  if (tried === 0) return { cause: 'scope', because: ['The other run sent no such request.'] };
  const chance = chanceToMiss(finding, tried);
  if (chance <= likelyToMiss) return undefined;
  const what = finding.input === undefined ? plural(tried, 'answer') : plural(tried, 'such request');
  const because = [
    `How often it showed: ${finding.rate}. The other run judged ${what} and would miss it with ${Math.floor(chance * 100)} % probability.`,
  ];
  const content = differences.filter(({ name }) => name === 'seed' || name === 'effort');
  if (content.length > 0)
    return { cause: 'scope', because: [...because, ...content.map(inWords), 'Other requests were sent.'] };
  // It showed every time the request was repeated, and the other run sent the same one: not chance.
  const survey = (broken === 'new' ? new_ : old).survey;
  if (survey?.sendings.has(pairOf(result)) === true) return undefined;
  return { cause: 'flakiness', because };
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** The number of attempts at the same kind of input, or of judged answers; without its journal, about as many as here. */
function triedByOther(
  { input, attempts = 0 }: ReportFinding,
  other: ReportResult,
  survey: Survey | undefined,
): number {
  if (input === undefined) return other.answersJudged;
  if (survey === undefined || survey.attempts.isEmpty()) return Math.min(attempts, other.answersJudged);
  return survey.attempts.of(other.operation, input);
}

function blameForTarget(
  result: ReportResult,
  other: ReportResult,
  { old, new: new_, differences }: RunCircumstances,
): Blame {
  const rate = mostFrequent(result.findings)?.rate;
  const sendings = old.survey?.sendings.get(pairOf(result)) ?? new_.survey?.sendings.get(pairOf(result));
  const content = differences.filter(({ name }) => name === 'seed' || name === 'effort');
  const learned = differences.filter(({ cause }) => cause === 'target');
  return {
    cause: 'target',
    because: [
      ...learned.map(inWords),
      ...(rate === undefined
        ? []
        : [
            `How often it showed: ${rate}. The other run judged ${plural(other.answersJudged, 'answer')} and did not find it.`,
          ]),
      ...(sendings === undefined ? [] : ['Sent repeatedly, the same requests showed it every time.']),
      content.length === 0
        ? 'Suite, seed and effort are the same.'
        : `Another ${content.map(({ name }) => name).join(' or ')} does not explain it.`,
    ],
  };
}
