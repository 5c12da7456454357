import { needsOf, requirements } from '../../requirements/catalogue.ts';
import type { Need } from '../../requirements/requirement.ts';
import { caseIdOf } from '../evidence.ts';
import type { ReportFinding, ReportResult } from '../report.ts';
import { blameForUnexercised, isExercised } from './blame-unexercised.ts';
import { chanceToMiss, likelyToMiss, mostFrequent } from './chance-to-miss.ts';
import { type Blame, type Difference, pairOf } from './comparison.ts';
import { inWords, named } from './difference-in-words.ts';
import type { ComparedRun } from './read-compared-run.ts';
import { checkIdOf, type Survey } from './survey.ts';

/** A requirement as two runs saw it; a side is absent where the suite of that run does not know it. */
export interface Pair {
  readonly old: ReportResult | undefined;
  readonly new: ReportResult | undefined;
}

/** Everything that a cause is looked for in. */
export interface Circumstances {
  readonly old: ComparedRun;
  readonly new: ComparedRun;
  readonly differences: readonly Difference[];
}

/** The likely cause of a requirement that is broken in one run and not in the other. */
export function blameForBroken(pair: Pair, broken: 'old' | 'new', circumstances: Circumstances): Blame {
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

/** A requirement that one of the suites does not have. */
export function blameForUnknown({ old }: Pair): Blame {
  const which = old === undefined ? 'old' : 'new';
  return { cause: 'suite', because: [`The suite of the ${which} run does not have this requirement.`] };
}

/** The judge of the check, or of a check whose cases show the finding; the words that are judged; the level. */
function blameForSuite(
  result: ReportResult,
  other: ReportResult,
  { old, new: new_, differences }: Circumstances,
): Blame | undefined {
  const changed = differences.filter(({ cause }) => cause === 'suite');
  const checks = new Set([pairOf(result), ...shownBy(result)]);
  const judges = [...checks].flatMap((check) => {
    const [one, another] = [old.survey?.checks.get(check), new_.survey?.checks.get(check)];
    if (one === undefined || another === undefined) return [];
    return [{ check, old: one.judge, new: another.judge }];
  });
  const differing = judges.filter((each) => each.old !== each.new);
  if (changed.length + differing.length === 0) return undefined;
  const because = [
    ...changed.map(inWords),
    ...differing.map((each) => `The judge of ${each.check} changed: version ${each.old}, then ${each.new}.`),
    ...(result.level === other.level ? [] : [`The level changed.`]),
  ];
  const same = judges.length > 0 && differing.length === 0 && named(changed, 'document') === undefined;
  // The same judge under another version of the suite: what it is given may have changed all the same.
  if (same && result.level === other.level) because.push('The judges of what shows it are the same.');
  return { cause: 'suite', because };
}

/** The very same request shows it at times and at times not. */
function blameForUnsteady(result: ReportResult, survey: Survey | undefined): Blame | undefined {
  const sendings = survey?.sendings.get(pairOf(result));
  if (sendings === undefined || sendings.shown === sendings.sent) return undefined;
  const { shown, sent } = sendings;
  return {
    cause: 'flakiness',
    because: [`The same requests, sent again and again, showed it ${shown} times of ${sent}.`],
  };
}

/** Settings that a requirement needs, by the name of their difference. */
const settingsOf: Readonly<Record<Need, readonly string[]>> = {
  synchronizer: ['synchronizer'],
  'synchronizer-alias': ['synchronizer alias', 'synchronizer'],
  participants: ['participants'],
  'execute-body': ['execute bodies'],
  'user-id': ['user'],
  'expired-token': ['expired token'],
  'several-users': ['users'],
  'page-parameters': ['page parameters', 'users'],
};

function blameForScope(result: ReportResult, differences: readonly Difference[]): Blame | undefined {
  const entry = requirements.find(({ id }) => id === result.requirement);
  const needs = entry === undefined ? [] : needsOf(entry, result.operation);
  const names = new Set(['profile', ...needs.flatMap((need) => settingsOf[need])]);
  const found = differences.filter(({ name, cause }) => cause === 'scope' && names.has(name));
  return found.length === 0 ? undefined : { cause: 'scope', because: found.map(inWords) };
}

/** A finding that shows in few answers: the other run may just not have met it. */
function blameForRate(
  result: ReportResult,
  other: ReportResult,
  broken: 'old' | 'new',
  { old, new: new_, differences }: Circumstances,
): Blame | undefined {
  const finding = mostFrequent(result.findings);
  const chance = finding === undefined ? 0 : chanceToMiss(finding, other.answersJudged);
  if (finding === undefined || chance <= likelyToMiss) return undefined;
  const because = [
    `It shows in ${finding.rate} answers; the other run judged ${other.answersJudged}, and misses such a fault with ${Math.floor(chance * 100)} %.`,
  ];
  const content = differences.filter(({ name }) => name === 'seed' || name === 'effort');
  if (content.length > 0)
    return { cause: 'scope', because: [...because, ...content.map(inWords), 'Other requests were sent.'] };
  // Sent again and again it always showed, and the other run sent the same: that is no chance.
  const survey = (broken === 'new' ? new_ : old).survey;
  if (survey?.sendings.has(pairOf(result)) === true) return undefined;
  return { cause: 'flakiness', because };
}

function blameForTarget(
  result: ReportResult,
  other: ReportResult,
  { old, new: new_, differences }: Circumstances,
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
        : [`It shows in ${rate} answers, and in none of ${other.answersJudged} of the other run.`]),
      ...(sendings === undefined ? [] : ['Sent again and again, the same requests showed it every time.']),
      content.length === 0
        ? 'Suite, seed and effort are the same.'
        : `Another ${content.map(({ name }) => name).join(' or ')} does not explain it.`,
    ],
  };
}

/** The checks whose cases show the findings of a result. */
function shownBy({ findings }: { readonly findings: readonly ReportFinding[] }): string[] {
  const exchanges = findings.flatMap((finding) => finding.exchanges);
  return [...new Set(exchanges.map((id) => checkIdOf(caseIdOf(id))))].filter((check) => check !== '');
}
