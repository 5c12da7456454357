import { checkIdOf } from '../../engine/check.ts';
import { isOfUsedToken } from '../../engine/session.ts';
import type { AttemptLine, CaseLine } from '../../journal/case-line.ts';
import { groupBy } from '../../journal/group-by.ts';
import type { RunJournal } from '../../journal/run-journal.ts';
import { idleAtLeastMs } from '../../specs/shared/idle-connections.ts';
import { everyRound, isAfterItsEnd, roundNumberOf } from '../../specs/shared/used-token.ts';
import { setBackMs } from './recorded-wire.ts';

/** By how much a timer may end early, or a moment be read late, in milliseconds. */
export const timerMs = 50;

/** The requests of a case that were sent before what they follow from was answered: the valid control that came first, or the page before. */
function* outOfTurn(
  { id, attempts }: Pick<CaseLine, 'id' | 'attempts'>,
  ends: ReadonlyMap<string, number | undefined>,
): Generator<string> {
  const keyOf = (page: AttemptLine['page'], before = 0): string =>
    JSON.stringify([page?.chain, (page?.number ?? 0) - before]);
  const first = attempts.find(({ ordinal, role }) => ordinal === 1 && role === 'control')?.exchange ?? '';
  const control = checkIdOf(first) === checkIdOf(id) ? first : '';
  const pages = new Map(attempts.map(({ page, exchange }) => [keyOf(page), exchange]));
  for (const { exchange, ordinal, page, moments: [begun] = [Infinity] } of attempts) {
    const isOfChain = page !== undefined && page.number > 1 && page.chain.askedAgain !== true;
    const behind = isOfChain ? pages.get(keyOf(page, 1)) : ordinal > 1 ? control : undefined;
    if ((ends.get(behind ?? '') ?? 0) > begun) yield `${exchange} was sent before ${behind} was answered`;
  }
}

/**
 * What is recorded of moments, and cannot have been: a session reads each moment once, a check is conducted in one session, a request is
 * under way for as long as it takes, and on a connection after what was sent on it before. Most cases of a soak are not kept.
 */
export function* impossibleIn({ cases: all, exchanges }: RunJournal): Generator<string> {
  const cases = all.filter(({ id }) => !id.includes('/soak-'));
  const attemptsOf = ({ id, attempts }: CaseLine) =>
    attempts.filter(({ exchange }) => exchange.startsWith(`${id}#`));
  const ends = new Map(cases.flatMap(attemptsOf).map(({ exchange, moments }) => [exchange, moments?.[1]]));
  for (const { id, context, attempts } of cases) {
    const [{ moments: [begun = 0] = [], behind = [] } = {}] = attempts;
    const before = ends.get(behind.at(-1) ?? '');
    const isFirst =
      context?.includes('on-an-idle-connection') === true && checkIdOf(behind.at(-1) ?? '') !== checkIdOf(id);
    if (isFirst && before !== undefined && begun < before + idleAtLeastMs - timerMs)
      yield `the connection of ${id} was not idle`;
    if (!isOfUsedToken(id)) yield* outOfTurn({ id, attempts }, ends);
  }
  for (const [part, of] of groupBy(cases, ({ id }) =>
    isOfUsedToken(id) ? id : id.replace(/(?<!\d)\d+$/, ''),
  )) {
    const own = of.flatMap(attemptsOf);
    const read = own.flatMap(({ moments = [] }) => moments);
    if (new Set(read).size < read.length) yield `requests of ${part} were sent at one moment`;
    for (const { exchange, moments: [begun, ended] = [], behind } of own) {
      if (begun === undefined || ended === undefined) continue;
      const { ms = 0 } = exchanges.get(exchange) ?? {};
      const before = ends.get(behind?.at(-1) ?? '');
      if (ended - begun < ms - timerMs) yield `${exchange} took longer than it was under way`;
      if (before !== undefined && before > begun) yield `${exchange} was sent before what it came behind`;
    }
    const ended = own
      .map(({ moments, endedAt = 0 }) => [moments?.[1] ?? 0, endedAt] as const)
      .sort(([one], [other]) => one - other);
    let ahead = Number.NEGATIVE_INFINITY;
    for (const [moment, at] of ended) {
      if (at - moment < ahead - setBackMs)
        yield `requests of ${part} were sent at another time than the run says`;
      ahead = Math.max(ahead, at - moment);
    }
  }
}

/** The rounds that did not come behind a rest. Without a token, its first use may have been in another process. */
export function* withoutRest(cases: readonly CaseLine[]): Generator<string> {
  const read = (all: readonly CaseLine[]) =>
    all.flatMap(({ attempts }) => attempts.flatMap(({ moments = [] }) => moments));
  const of = (number: number | undefined) =>
    cases.filter(({ id }) => roundNumberOf(id) === number && !isAfterItsEnd(id));
  let ended = of(1)[0]?.kind === 'token' ? Math.max(0, ...read(of(undefined))) : 0;
  for (const { number, seconds } of everyRound) {
    const own = read(of(number));
    if (own.length === 0) return;
    if (Math.min(...own) < ended + 1_000 * seconds - timerMs)
      yield `the target did not rest before round ${number}`;
    ended = Math.max(...own);
  }
}
