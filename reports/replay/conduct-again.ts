import { type Check, checkId, type JudgedCheck } from '../../engine/check.ts';
import { createRun } from '../../engine/create-run.ts';
import { unansweredAtMost, wasNeverAnswered } from '../../engine/live-cases.ts';
import { drive } from '../../engine/play.ts';
import { type CheckEnd, conductCheck } from '../../engine/run-check.ts';
import { isOfUsedToken } from '../../engine/session.ts';
import { partOf, soakPartitions } from '../../engine/soak-plan.ts';
import { isUnclosed } from '../../generators/unclosed-text.ts';
import type { CaseLine } from '../../journal/case-line.ts';
import type { CheckLine } from '../../journal/journal-line.ts';
import type { RunJournal } from '../../journal/run-journal.ts';
import { preflightReason } from '../../journal/target-facts.ts';
import { isStoredAs } from '../../json/is-stored-as.ts';
import { isSelected } from '../../settings/selection.ts';
import { allChecks } from '../../specs/all.ts';
import { scenarioChecks } from '../../specs/ordinary-traffic.ts';
import { leavesIdle } from '../../specs/shared/idle-connections.ts';
import { longerPauses } from '../../specs/shared/scenarios.ts';
import { type SoakRequests, soaks } from '../../specs/shared/soak.ts';
import {
  expiryChecks,
  isAfterItsEnd,
  roundNumberOf,
  roundsOf,
  useBetween,
  useToken,
  useTokenAgain,
} from '../../specs/shared/used-token.ts';
import { impossibleIn, timerMs, withoutRest } from './impossible-times.ts';
import { preflightAgain } from './preflight-again.ts';
import { ofNoCase } from './recorded-case.ts';
import { conductingIn, driven, recordedIn, settingsOf } from './recorded-run.ts';
import type { Recording } from './recorded-wire.ts';
import { isGivenUp, isKnown } from './shown-by-run.ts';

/**
 * Conducts the checks of a run again, each by itself, with the recorded responses in place of a target: every case and every request
 * must be the one that this suite generates.
 * @returns the differences in sentences, none if the run is what its seed, nonce and responses lead to
 */
export async function conductAgain(journal: RunJournal): Promise<string[]> {
  // The preflight had tokens of its own.
  const [before, run] = [recordedIn(journal), recordedIn(journal)];
  if (before === undefined || run === undefined) return [noInputs];
  await preflightAgain(before);
  return [...before.differences, ...(await checksAgain(run)), ...outsideIn(before)];
}

const noInputs = 'the evidence does not say what its requests were made from';

/** Conducts all but the preflight again: a token that is used twice, scenarios, and every check that was conducted. */
export async function checksAgain(run: Recording): Promise<string[]> {
  const { journal } = run;
  const conducting = conductingIn(run);
  await usedTokenAgain(run, conducting);
  if (journal.header.run.disguise === true) await scenariosAgain(run, conducting);
  for (const check of allChecks) {
    const line = lineOf(journal, check);
    if (line !== undefined) await checkAgain(run, conducting, check, line);
  }
  await soakAgain(run, conducting);
  return [...run.differences, ...leftIn(run), ...impossibleIn(run.journal)];
}

/** Conducts only the preflight of a run again. */
export async function conductPreflightAgain(journal: RunJournal): Promise<string[]> {
  const run = recordedIn(journal);
  if (run === undefined) return [noInputs];
  await preflightAgain(run);
  return run.differences;
}

type ConductingOf = ReturnType<typeof conductingIn>;

async function checkAgain(
  run: Recording,
  conducting: ConductingOf,
  check: Check,
  line: CheckLine,
): Promise<void> {
  const { journal, differences } = run;
  const isOwn = ({ id }: CaseLine): boolean => id.startsWith(`${checkId(check)}/`);
  const recorded = conducting(check.operation, {
    known: line.known,
    hasIdle: line.hasIdle,
    // After a few requests without a response, or one that hangs with a text that ends too early, no other is sent.
    mayLack(isRisky) {
      if (line.state === 'inconclusive') return true;
      const unanswered = journal.cases.filter(isNeverAnswered);
      const hasHung = unanswered.some(({ attempts: [{ exchange = '' } = {}] }) =>
        isUnclosed(String(journal.exchanges.get(exchange)?.request.body)),
      );
      return (isRisky && hasHung) || unanswered.filter(isOwn).length >= unansweredAtMost;
    },
  });
  const end = await conductCheck(driven, check, recorded);
  const isShown =
    isKnown(journal, check, line.known) &&
    (line.hasIdle !== true || isLeftIdle(run, check)) &&
    (line.state !== 'inconclusive' || end.state === 'inconclusive' || isGivenUp(journal, line));
  if (!isSameEnd(end, line) || !isShown) differences.push(`check ${checkId(check)} does not end as recorded`);
}

/** Whether a check ended as recorded; what a target ends early cannot be told from its responses alone. */
function isSameEnd(end: CheckEnd, { state, reason, kind }: CheckLine): boolean {
  return state === 'inconclusive'
    ? end.state !== 'error'
    : isStoredAs(end, kind === undefined ? { state, reason } : { state, reason, kind });
}

/** Whether a case was never answered, by what its line says of the exchanges. */
function isNeverAnswered({ attempts }: CaseLine): boolean {
  return wasNeverAnswered(attempts, ({ cameBack }) => cameBack?.failure !== undefined);
}

/** Whether another check of the operation may have left connections idle; those of a process that was stopped are gone. */
function isLeftIdle({ journal, facts }: Recording, { requirement, operation }: Check): boolean {
  const first = allChecks.find((check) => check.operation === operation && check.opensIdle === true);
  const isBegun =
    first !== undefined && first.requirement !== requirement && lineOf(journal, first) !== undefined;
  return isBegun && leavesIdle({ operation, facts, effort: settingsOf(journal.header).effort });
}

/** A token that was used before its end, again and again, and after it, as far as the run did so. */
async function usedTokenAgain(run: Recording, conducting: ConductingOf): Promise<void> {
  const all = run.journal.cases.filter(({ id }) => isOfUsedToken(id));
  if (all.length === 0) return;
  const session = { ...driven, facts: run.facts, tokens: run.tokens };
  const runOf = (check: JudgedCheck) =>
    createRun(conducting(check.operation, { mayLack: () => false }), check);
  const { only } = run.journal.header.run;
  const checks = expiryChecks.filter((check) => isSelected(only ?? undefined, check));
  const rounds = all.filter(({ id }) => roundNumberOf(id) !== undefined);
  const used = rounds.length < all.length ? await useToken(session, checks, runOf) : undefined;
  const between = { checks, used: rounds.some(({ kind }) => kind === 'token') ? used : undefined, runOf };
  const isOver = all.some(({ id }) => isAfterItsEnd(id));
  for (const round of roundsOf(between.used))
    if (isOver || rounds.some(({ id }) => roundNumberOf(id) === round.number))
      await useBetween(session, round, between);
  if (used !== undefined && isOver) await useTokenAgain(session, used, runOf);
  run.differences.push(...withoutRest(all));
}

/** What a disguised run begins with, whether or not there is any of it. */
async function scenariosAgain(run: Recording, conducting: ConductingOf): Promise<void> {
  const { only, spread } = run.journal.header.run;
  const longer = longerPauses({ ...settingsOf(run.journal.header), spread });
  const moments = new Map(
    run.journal.cases.flatMap(({ attempts }) => attempts.map((each) => [each.exchange, each.moments])),
  );
  for (const check of scenarioChecks) {
    const { operation } = check;
    if (!isSelected(only ?? undefined, check)) continue;
    if (preflightReason(run.facts.operations[operation]) !== undefined) continue;
    const paced = conducting(operation, { series: 'paced', mayLack: () => false });
    const first = run.sent.size;
    const pauses: [sentBefore: number, ms: number][] = [];
    const clock = { ...driven.clock, wait: async (ms: number) => void pauses.push([run.sent.size, ms]) };
    await drive({ ...driven, clock }, check.cases(createRun(paced, check)));
    const sent = [...run.sent].map((id) => moments.get(id));
    // Nothing is recorded in front of the first pause and behind the last one.
    const isRested = pauses.every(([before, ms]) => {
      const [, ended] = (before > first ? sent[before - 1] : undefined) ?? [0, Number.NEGATIVE_INFINITY];
      const [begun] = sent[before] ?? [Number.POSITIVE_INFINITY];
      return begun - ended >= 0.95 * longer * ms - timerMs;
    });
    if (!isRested) run.differences.push(`ordinary clients of ${operation} did not pause`);
  }
}

/**
 * The drawn cases of a soak that are kept, each by itself: most of them are only summed up. A control that it shares with others may be
 * of one that is summed up.
 */
async function soakAgain(run: Recording, conducting: ConductingOf): Promise<void> {
  const { cases, checks, exchanges, header } = run.journal;
  const ids = new Set(cases.map(({ id }) => id));
  for (const { check, prepare } of header.run.effort === 'soak' ? soaks : []) {
    const made = createRun(conducting(check.operation, { mayLack: () => false }), check);
    const length = Math.ceil((header.run.cases ?? 0) * partOf(check.operation).share);
    for (const { partition = length, ...ended } of checks) {
      // The first two of each partition are kept.
      const kept = checkId(ended) === checkId(check) ? [partition, partition + soakPartitions] : [];
      const numbers = kept.filter(
        (number) => number < length && !ids.has(`${checkId(check)}/soak-${number}`),
      );
      run.differences.push(...numbers.map((number) => `case ${checkId(check)}/soak-${number} is missing`));
    }
    let requests: SoakRequests | undefined;
    for (const { id, attempts } of cases) {
      const [, number] = id.startsWith(`${checkId(check)}/`) ? (/\/soak-(\d+)$/.exec(id) ?? []) : [];
      if (number === undefined || Number(number) >= length) continue;
      requests ??= prepare(made);
      const each = requests.at(Number(number));
      const { exchange = '' } = attempts.find(({ role }) => role === 'control') ?? {};
      const shared = exchange.startsWith(`${id}#`) ? undefined : exchanges.get(exchange);
      const control =
        each.expected === 'rejection' ? (shared ?? (requests.control && { ...requests.control })) : undefined;
      await drive(driven, made.send({ ...each, number: `soak-${number}`, control }));
      if (shared !== undefined) run.sent.add(exchange);
    }
  }
}

/** Exchanges of the preflight and of the final liveness check belong to no case. */
const outsideCases = /^(preflight|final-liveness)@/;

/** What is recorded, and was not generated. */
function leftIn({ journal, sent, generated }: Recording): string[] {
  const cases = journal.cases.filter(({ id }) => !generated.has(id));
  const exchanges = [...journal.exchanges.keys()].filter((id) => !sent.has(id) && !outsideCases.test(id));
  return [...cases.map(({ id }) => `the run has no case ${id}`), ...exchanges.map(ofNoCase)];
}

/** What is recorded outside cases, and was not sent: a final liveness check is kept only where it shows that operations have stopped. */
function outsideIn({ journal, sent }: Recording): string[] {
  const { targetGone, stopped = {} } = journal.footer ?? {};
  const shown = new Set(Object.values(stopped).flat());
  const isShown = (id: string): boolean =>
    id.startsWith('final-liveness@') && (targetGone === true || shown.size > 0);
  const left = [...journal.exchanges.keys()].filter((id) => outsideCases.test(id) && !sent.has(id));
  const isUnshown = targetGone === true && !left.some(isShown);
  return [
    ...left.filter((id) => !isShown(id)).map(ofNoCase),
    ...(isUnshown ? ['nothing shows that the target was gone at the end'] : []),
  ];
}

/** How a check ended in the run, if it was conducted. */
function lineOf({ checks }: RunJournal, { requirement, operation }: Check): CheckLine | undefined {
  return checks.find(
    (line) =>
      line.requirement === requirement && line.operation === operation && line.partition === undefined,
  );
}
