import { caseIdOf, checkId, checkIdOf } from '../../engine/check.ts';
import type { ReasonKind } from '../../journal/reason.ts';
import { needsOf, requirements } from '../../requirements/catalogue.ts';
import type { Need, Operation } from '../../requirements/requirement.ts';
import { counted } from '../formats/plain-text.ts';
import type { ReportFinding, ReportResult } from '../report/report.ts';
import { ownerOf } from '../report/samples.ts';
import type { Blame, Cause, ComparedRun, Difference } from './comparison.ts';
import { differenceText } from './comparison-view.ts';

/** The likely cause of a requirement that is broken in only one of the runs. */
export function blameForBroken(pair: Pair, broken: 'old' | 'new', circumstances: RunCircumstances): Blame {
  const without = broken === 'new' ? 'old' : 'new';
  const { [broken]: result, [without]: other } = pair;
  if (result === undefined || other === undefined) return blameForUnknown(pair);
  if (!isExercised(other)) return blameForUnexercised(other, circumstances.differences);
  const { [broken]: shower, [without]: others } = circumstances;
  const breach = { ...circumstances, result, other, shower, others };
  return (
    blameForSuite(breach) ??
    blameForUnsteady(breach) ??
    blameForScope(breach) ??
    blameForRate(breach) ??
    blameForTarget(breach)
  );
}

/** A requirement that is broken in one run and not in the other. */
interface Breach extends RunCircumstances {
  readonly result: ReportResult;
  /** Its result in the other run. */
  readonly other: ReportResult;
  readonly shower: ComparedRun;
  readonly others: ComparedRun;
}

/** A requirement that only one of the suites has. */
export function blameForUnknown({ old }: Pair): Blame {
  const which = old === undefined ? 'old' : 'new';
  return { cause: 'suite', because: [`The suite of the ${which} run does not have this requirement.`] };
}

/** The same request showed the finding intermittently. */
function blameForUnsteady({ result, shower }: Breach): Blame | undefined {
  const { shown, sent } = sendingsOf(result, shower);
  if (shown === sent) return undefined;
  return {
    cause: 'flakiness',
    because: [`The same requests, sent repeatedly, showed it ${shown} of ${sent} times.`],
  };
}

/** How often the same requests showed a finding when they were sent repeatedly. */
function sendingsOf({ requirement, operation }: ReportResult, { journal }: ComparedRun) {
  return journal?.tally.of(requirement, operation).samples.repeated ?? { shown: 0, sent: 0 };
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

function blameForScope({ result, differences }: Breach): Blame | undefined {
  const entry = requirements.find(({ id }) => id === result.requirement);
  const needs = entry === undefined ? [] : needsOf(entry, result.operation);
  const names = new Set(['profile', ...needs.flatMap((need) => settingsOf[need])]);
  const found = differences.filter(({ name, cause }) => cause === 'scope' && names.has(name));
  return found.length === 0 ? undefined : { cause: 'scope', because: found.map(differenceText) };
}

/** Other requests were sent. */
function contentOf({ differences }: Breach): Difference[] {
  return differences.filter(({ name }) => name === 'seed' || name === 'effort');
}

/** The finding shows in few answers, so the other run may have missed it by chance. */
function blameForRate(breach: Breach): Blame | undefined {
  const { result, shower } = breach;
  const finding = mostFrequent(result.findings);
  if (finding === undefined) return undefined;
  const tried = triedByOther(finding, breach);
  if (tried === 0) return { cause: 'scope', because: ['The other run sent no such request.'] };
  const chance = chanceOfMissing(finding, tried);
  if (chance <= likelyToMiss) return undefined;
  const what = counted(tried, finding.input === undefined ? 'response' : 'such request');
  const because = [
    `How often it showed: ${finding.rate}. The other run judged ${what} and would miss it ${Math.floor(chance * 100)} % of the time.`,
  ];
  const content = contentOf(breach).map(differenceText);
  if (content.length > 0)
    return { cause: 'scope', because: [...because, ...content, 'Other requests were sent.'] };
  // It showed every time the request was repeated, and the other run sent the same one: not chance.
  return sendingsOf(result, shower).sent > 0 ? undefined : { cause: 'flakiness', because };
}

/** The number of attempts at the same kind of input, or of judged answers; without its journal, about as many as here. */
function triedByOther(
  { input, attempts = 0 }: ReportFinding,
  { other, others: { journal } }: Breach,
): number {
  if (input === undefined) return other.answersJudged;
  return journal?.tally.knowsAttempts() === true
    ? journal.tally.attempts(other.operation, input)
    : Math.min(attempts, other.answersJudged);
}

function blameForTarget(breach: Breach): Blame {
  const { result, other, old, new: new_, differences } = breach;
  const rate = mostFrequent(result.findings)?.rate;
  const isRepeated = [old, new_].some((run) => sendingsOf(result, run).sent > 0);
  const content = contentOf(breach).map(({ name }) => name);
  return {
    cause: 'target',
    because: [
      ...differences.filter(({ cause }) => cause === 'target').map(differenceText),
      ...(rate === undefined
        ? []
        : [
            `How often it showed: ${rate}. The other run judged ${counted(other.answersJudged, 'response')} and did not find it.`,
          ]),
      ...(isRepeated ? ['Sent repeatedly, the same requests showed it every time.'] : []),
      content.length === 0
        ? 'Suite, seed and effort are the same.'
        : `Another ${content.join(' or ')} does not explain it.`,
    ],
  };
}

/** Evidence for the suite: another version, edition of the document, or judge of a check that showed the finding. */
function blameForSuite({ result, other, old, new: new_, differences }: Breach): Blame | undefined {
  const changed = differences.filter(({ cause }) => cause === 'suite');
  const checks = new Set([checkId(result), ...shownBy(result)]);
  const judges = [...checks].flatMap((check) => {
    const [one, another] = [old, new_].map((run) => judgeOf(check, run));
    return one === undefined || another === undefined ? [] : [{ check, old: one, new: another }];
  });
  const differing = judges.filter((each) => each.old !== each.new);
  if (changed.length + differing.length === 0) return undefined;
  const because = [
    ...changed.map(differenceText),
    ...differing.map((each) => `The judge of ${each.check} changed: version ${each.old}, then ${each.new}.`),
    ...(result.level === other.level ? [] : ['The level changed.']),
    // Another version of the suite may pass different answers to the same judge.
    ...(judges.length > 0 && differing.length === 0
      ? ['The judges of the checks that show it are the same.']
      : []),
  ];
  return { cause: 'suite', because };
}

/** The version of the judge of a check; undefined if it judged no case. */
function judgeOf(check: string, { journal }: ComparedRun): number | undefined {
  const [requirement, operation] = ownerOf(check);
  return journal?.tally.of(requirement, operation as Operation).samples.judge;
}

/** The checks whose cases showed the findings of a result. */
function shownBy({ findings }: { readonly findings: readonly ReportFinding[] }): string[] {
  const exchanges = findings.flatMap((finding) => finding.exchanges);
  return [...new Set(exchanges.map((id) => checkIdOf(caseIdOf(id))))];
}

/** Differences that make two runs send different requests. */
const sending = ['seed', 'effort', 'profile', 'selection', 'shard'];

/**
 * Evidence that the runs were made differently, so that the cause may not be the target.
 * @param more names of further differences that count as scope
 */
export function blameForSending(differences: readonly Difference[], more: readonly string[] = []): Blame {
  const suite = differences.filter(({ cause }) => cause === 'suite');
  const scope = differences.filter(({ name }) => sending.includes(name) || more.includes(name));
  const target = differences.filter(({ cause }) => cause === 'target');
  if (suite.length > 0) return { cause: 'suite', because: suite.map(differenceText) };
  if (scope.length > 0) return { cause: 'scope', because: scope.map(differenceText) };
  return {
    cause: 'target',
    because: target.length > 0 ? target.map(differenceText) : ['Both runs sent the same requests.'],
  };
}

/** Whether a run exercised a requirement. */
export function isExercised({ outcome }: Pick<ReportResult, 'outcome'>): boolean {
  return outcome === 'passed' || outcome === 'failed' || outcome === 'warned' || outcome === 'observed';
}

/** The likely cause for each reason of not being exercised. */
const causes: Partial<Readonly<Record<ReasonKind, Cause>>> = {
  'not-selected': 'scope',
  'run-ended': 'scope',
  'control-not-reached': 'scope',
  'missing-setting': 'scope',
  'too-few-users': 'scope',
  'token-not-jwt': 'scope',
  'bodies-used-up': 'scope',
  'no-fresh-body': 'scope',
  'token-rejected': 'scope',
  'suite-failed': 'suite',
  'no-valid-control': 'target',
  'requests-unanswered': 'flakiness',
  'operation-unanswered': 'flakiness',
  'target-unanswered': 'flakiness',
  'target-gone': 'flakiness',
  'target-silent': 'flakiness',
  'operation-busy': 'flakiness',
  'preflight-silent': 'flakiness',
  'preflight-busy': 'flakiness',
  'stopped-answering': 'flakiness',
};

/** Differences that can keep a requirement from being exercised. */
const narrowing = new Set(['selection', 'shard', 'effort', 'profile']);

/** The likely cause of a requirement that one run did not exercise; `result` belongs to that run. */
export function blameForUnexercised(
  { outcome, reason, reasonKind }: ReportResult,
  differences: readonly Difference[],
): Blame {
  const said = reason ?? 'no reason given';
  const found = differences.filter(({ name }) => narrowing.has(name));
  const otherwise: Cause = found.length > 0 ? 'scope' : outcome === 'inconclusive' ? 'flakiness' : 'target';
  const known = Object.hasOwn(causes, reasonKind ?? '') ? causes[reasonKind as ReasonKind] : undefined;
  const cause = known ?? otherwise;
  return {
    cause,
    because: [
      `It is ${outcome.replace('-', ' ')}: ${said.replace(/\.$/, '')}.`,
      ...(cause === 'scope' ? found.map(differenceText) : []),
    ],
  };
}

/** If the probability of missing a finding is higher, its absence says little. */
export const likelyToMiss = 0.05;

/** The probability that so many tries do not show it. */
export function chanceOfMissing(finding: Partial<ReportFinding>, tried: number): number {
  return (1 - shareOf(finding)) ** tried;
}

/** The finding with the highest share of affected answers; undefined if there are none. */
export function mostFrequent(findings: readonly ReportFinding[]): ReportFinding | undefined {
  const [first] = [...findings].sort((a, b) => shareOf(b) - shareOf(a));
  return first;
}

/**
 * How often it showed where it could: in attempts at its kind of input, in repetitions of its walk, or in judged answers; 1
 * for a finding without numbers. Between answers, the number of answers says nothing about how often they disagree.
 */
function shareOf({ affected, attempts, judged, place, parameters }: Partial<ReportFinding>): number {
  const { failed, walks } = parameters ?? {};
  if (typeof failed === 'number' && typeof walks === 'number' && walks > 0) return failed / walks;
  const tried = attempts ?? judged;
  if (place === 'relation' || affected === undefined || tried === undefined || tried === 0) return 1;
  return affected / tried;
}

/** The results of a requirement in two runs; undefined on a side whose suite does not have it. */
export interface Pair {
  readonly old: ReportResult | undefined;
  readonly new: ReportResult | undefined;
}

/** The input for finding a cause. */
export interface RunCircumstances {
  readonly old: ComparedRun;
  readonly new: ComparedRun;
  readonly differences: readonly Difference[];
}
