import { type Check, checkId } from '../../engine/check.ts';
import type { AttemptLine, CaseLine } from '../../journal/case-line.ts';
import type { CheckLine } from '../../journal/journal-line.ts';
import type { RunJournal } from '../../journal/run-journal.ts';
import { definitionOf } from '../../operations/operations.ts';
import type { KnownBodies } from '../../settings/execute-bodies.ts';
import { isBusy } from '../../wire/retry.ts';
import { markStart } from '../../wire/secrets.ts';
import { lateMs } from './recorded-wire.ts';

/** Whether the run may have given an operation up: without a failure or a refusal, it was answered as it should be. */
export function isGivenUp(journal: RunJournal, line: CheckLine): boolean {
  if (line.kind === 'token-expired') return hasTokenEnded(journal);
  if (line.kind === 'too-much-data') return hasSentMuch(journal, line);
  return journal.cases.some(
    ({ operation: of, credential, facts, attempts }) =>
      of === line.operation &&
      ('shutOut' in facts ||
        attempts.some(({ cameBack: { status = 0, failure = 'broken-off' } = {} }) => {
          const isRefused = credential === 'valid' && [401, 403].includes(status);
          return failure !== 'broken-off' || isRefused || isBusy({ status });
        })),
  );
}

/** Whether the run shows what a check knew of the execute bodies when it began. */
export function isKnown({ cases }: RunJournal, check: Check, known: KnownBodies | undefined): boolean {
  if (known === undefined) return definitionOf(check.operation).validControl !== 'last';
  const prefix = `${checkId(check)}/`;
  const own = cases.flatMap(({ id, attempts }) =>
    id.startsWith(prefix) && /^\d[^/]*$/.test(id.slice(prefix.length)) ? attempts : [],
  );
  const begun = Math.min(...own.map(({ moments: [moment] = [Infinity] }) => moment));
  const begunAt = Math.min(...own.map(({ at = Infinity }) => at));
  // Moments of another process do not compare.
  const isBefore = ({ moments: [, ended] = [0, Infinity], endedAt = Infinity }: AttemptLine): boolean =>
    ended <= begun || endedAt <= begunAt;
  const isShown = (isOf: (facts: CaseLine['facts']) => boolean, statuses: readonly number[]): boolean =>
    cases.some(
      ({ facts, attempts }) =>
        isOf(facts) &&
        attempts.some((each) => statuses.includes(each.cameBack?.status ?? 0) && isBefore(each)),
    );
  const isReuse = (): boolean =>
    known.reuse === 'unknown' ||
    isShown(({ accepted }) => accepted === true, known.reuse === 'at-once' ? [200] : [409]);
  return (
    known.accepted.every((index) => isShown(({ body }) => body === `body-${index + 1}`, [200, 409])) &&
    isReuse()
  );
}

/** Whether a token of the run ended in it. Whoever has the key makes another token. */
function hasTokenEnded({ exchanges, preflight, footer }: RunJournal): boolean {
  const { inputs, facts } = preflight ?? {};
  if (inputs?.key != null && facts?.mintedRefused !== true) return false;
  const last = Date.parse(footer?.finishedAt ?? '') + lateMs;
  for (const id of exchanges.keys()) {
    const { tokenEnds = last, request: { headers } = { headers: [] } } = exchanges.get(id) ?? {};
    if (tokenEnds < last && headers.some(([, value]) => value.includes(`${markStart}token:`))) return true;
  }
  return false;
}

/** Whether an operation sent at least half of the data that a run takes from it. */
function hasSentMuch({ exchanges, preflight }: RunJournal, { operation }: CheckLine): boolean {
  let left = ((preflight?.inputs?.bodyMebibytes ?? 0) * 1024 ** 2) / 2;
  for (const id of exchanges.keys()) {
    if (left <= 0) break;
    if (id.includes(`@${operation}/`)) left -= exchanges.get(id)?.answer?.body.length ?? 0;
  }
  return left <= 0;
}
