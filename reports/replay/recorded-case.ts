import { caseOf } from '../../engine/case-builder.ts';
import type { Case, DrivenCase } from '../../engine/check.ts';
import type { CaseOrigin, PlannedRequest } from '../../engine/sent-request.ts';
import { type AttemptLine, type CaseLine, caseLine } from '../../journal/case-line.ts';
import { type CaseCircumstances, caseCircumstances } from '../../journal/circumstances.ts';
import type { Attempt } from '../../journal/record.ts';
import { isStoredAs } from '../../json/is-stored-as.ts';
import type { Exchange } from '../../wire/exchange.ts';
import { inItsStyle } from '../../wire/plan-request.ts';
import {
  allOf,
  answerOf,
  areBehind,
  exchangeOf,
  follows,
  type Generated,
  type Group,
  groupsOf,
  isAllSent,
  isSentAs,
  type RecordedCase,
  readOnce,
  reportDifference,
  sentBehind,
  stayOnLine,
} from './recorded-attempts.ts';

/**
 * A case that is generated again: what it sends is looked for in its record, which tells what came back and how often it was sent. What
 * else is recorded must follow from a rule: attempts that ruling 26 allows, and valid requests to compare with.
 */
export function recordedCase(
  run: Omit<RecordedCase, keyof CaseOrigin | 'exchanges'>,
  origin: CaseOrigin,
  of: Case,
  line: CaseLine,
): DrivenCase {
  const recorded = { ...run, ...origin, exchanges: readOnce(run.journal.exchanges) };
  const differs = (difference: string): void => void run.differences.push(difference);
  const isOwn = ({ exchange }: AttemptLine): boolean => exchange.startsWith(`${line.id}#`);
  const own = line.attempts.filter(isOwn);
  const left = groupsOf(own);
  const sent = new Map<number, Generated>();
  const included: unknown[] = [];
  const log = { attempts: [] as Attempt[], circumstances: [], shutOut: shutOutOf(recorded, line) };

  const took = (group: Group): void => {
    left.delete(group[0].ordinal);
    for (const { exchange: id, ...place } of group) {
      run.sent.add(id);
      log.attempts.push({ ...place, exchange: exchangeOf(recorded, id) });
    }
  };

  const answerTo = async (planned: PlannedRequest): Promise<Exchange> => {
    const generated = { planned, all: allOf(planned, own.length) };
    const some = [...left.values()].filter(([each]) => isSentAs(each, planned.purpose));
    const found = await firstOf(some, (each) => isAllSent(recorded, each, generated));
    const group = found ?? some[0];
    if (group === undefined) {
      differs(`case ${line.id} lacks a request that the run sends`);
      return exchangeOf(recorded, '');
    }
    if (found === undefined) await reportDifference(recorded, group[0].exchange, generated);
    sent.set(group[0].ordinal, generated);
    if (!areBehind(recorded, group, generated)) differs(`case ${line.id} is recorded differently`);
    took(group);
    return answerOf(recorded, group, line);
  };

  // One after the other, so that no two take the same.
  let before: Promise<unknown> = Promise.resolve();
  const { send, record } = caseOf(recorded, of, log, (planned) => {
    const answer = before.then(() => answerTo(planned));
    before = answer;
    return answer;
  });
  return {
    send,
    record,
    include(role, exchange) {
      included.push([role, exchange.id]);
      log.attempts.push({ role, ordinal: 0, attempt: 1, exchange });
    },
    async end() {
      for (const group of [...left.values()])
        if (await follows(recorded, group, sent, line)) {
          took(group);
          stayOnLine(group, sent);
        } else differs(ofNoCase(group[0].exchange));
      const { attempts: _recorded, circumstances = {}, ...rest } = line;
      const { attempts: _again, circumstances: _none, ...again } = caseLine(record());
      const others = line.attempts.flatMap((each) => (isOwn(each) ? [] : [[each.role, each.exchange]]));
      const isSame =
        isStoredAs(again, rest) &&
        isStoredAs(included, others) &&
        arePlacesWhole(line) &&
        isUnder(circumstancesOf(recorded, own, sent), circumstances, own);
      if (!isSame) differs(`case ${line.id} is recorded differently`);
      return true;
    },
  };
}

/** That an exchange is recorded which nothing sends. */
export function ofNoCase(exchange: string): string {
  return `${exchange} belongs to no case`;
}

/** The first of some things that is as it should be. */
async function firstOf<T>(some: readonly T[], isIt: (each: T) => Promise<boolean>): Promise<T | undefined> {
  for (const each of some) if (await isIt(each)) return each;
  return undefined;
}

/** The answers that a case says to be those of everything, as far as valid requests got them too. */
function shutOutOf(
  { isShutOut }: RecordedCase,
  { operation, facts }: CaseLine,
): readonly string[] | undefined {
  const { shutOut } = facts;
  if (!Array.isArray(shutOut)) return undefined;
  const [form] = shutOut as readonly string[];
  return form !== undefined && isShutOut(operation, form) ? (shutOut as readonly string[]) : undefined;
}

/** Whether ordinals and attempts are counted without gaps, and exchanges are named after them. */
function arePlacesWhole({ id, attempts }: CaseLine): boolean {
  const ordinals = new Set(attempts.map(({ ordinal }) => ordinal));
  if (![...ordinals].every((ordinal) => ordinal >= 1 && ordinal <= ordinals.size)) return false;
  return [...groupsOf(attempts).values()].every((group) =>
    group.every(({ exchange, ordinal, attempt, role, moments, page, repeats }, place) => {
      const name = `${id}#${ordinal}${attempt === 1 ? '' : `.${attempt}`}`;
      const isOwn = exchange.startsWith(`${id}#`);
      const isAsSent = isOwn ? exchange === name && isInOrder(group[place - 1]?.moments, moments) : true;
      const isAs =
        (role === 'page') === (page !== undefined) &&
        (repeats === undefined || role === 'repeat' || role === 'shrink');
      return isAsSent && isAs && attempt === place + 1 && (place === 0) === (role !== 'retry');
    }),
  );
}

/** Whether a request was sent behind the end of its attempt before, and ended later. */
function isInOrder(before: Attempt['moments'] = [-1, -1], own: Attempt['moments'] = [0, 0]): boolean {
  return before[1] < own[0] && own[0] < own[1];
}

/** Whether a case was sent under these circumstances; what is sent once more may have had a fresh connection. */
function isUnder(
  { connection = [], ...computed }: CaseCircumstances,
  { connection: recorded = [], ...rest }: CaseCircumstances,
  own: readonly AttemptLine[],
): boolean {
  const isMore = own.some(({ attempt, role }) => attempt > 1 || role === 'repeat');
  const possible = isMore ? [...connection, 'fresh'] : connection;
  return (
    isStoredAs(computed, rest) &&
    recorded.every((each) => possible.includes(each)) &&
    (isMore || recorded.length === connection.length)
  );
}

/** The circumstances of the requests of a case. */
function circumstancesOf(
  of: RecordedCase,
  own: readonly AttemptLine[],
  sent: ReadonlyMap<number, Generated>,
): CaseCircumstances {
  const { circumstance } = of;
  if (circumstance === undefined) return {};
  const isCounted = ({ role }: AttemptLine): boolean => role !== 'control' && role !== 'shrink';
  const all = [...groupsOf(own).values()].flatMap((group) => {
    const [first] = group;
    const generated = sent.get(first.ordinal) ?? sent.get(first.repeats ?? 0);
    if (generated === undefined || !isCounted(first)) return [];
    const [request = {}] = generated.all;
    // What has no style is sent as another client each time.
    return group.map(({ exchange }, place) => {
      const before = place === 0 ? undefined : exchangeOf(of, group[place - 1]?.exchange ?? '');
      const sentAs = inItsStyle(of.sender, exchange, sentBehind(before, request));
      return circumstance(sentAs, generated.planned.credential);
    });
  });
  return caseCircumstances(all);
}
