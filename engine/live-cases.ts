import { caseLine } from '../journal/case-line.ts';
import type { Judgement } from '../journal/judgement.ts';
import { reasonOf } from '../journal/reason.ts';
import type { Attempt, CaseRecord } from '../journal/record.ts';
import { definitionOf } from '../operations/operations.ts';
import { requirement as entry } from '../requirements/catalogue.ts';
import { boundsFor } from '../wire/bounds.ts';
import { isSlow } from '../wire/retry.ts';
import { type BuiltCase, buildCase } from './case-builder.ts';
import type { JudgedCheck } from './check.ts';
import type { Conducting } from './create-run.ts';
import type { JudgedCase, Session } from './session.ts';

/** A check stops sending after this many unanswered cases. */
export const unansweredAtMost = 3;

/** What a check is conducted in if its requests are sent: each case is judged as it ends. */
export function liveCases(
  session: Session,
  check: JudgedCheck,
  onCase: (judged: JudgedCase) => void = () => undefined,
): Conducting {
  // How many cases had their findings confirmed, and how many were never answered.
  const counts = { confirmed: 0, unanswered: 0 };
  return {
    ...session,
    open(each, origin) {
      const { mayHang } = each;
      // Each unanswered request takes the full timeout, so a few of them are enough.
      if (counts.unanswered >= unansweredAtMost) return undefined;
      // A case of another requirement only adds to what that requirement's own check decides.
      if (mayHang === true && session.hang.wasSeen)
        return each.as === undefined ? reasonOf('hung-before') : undefined;
      const { wire, tokenText, health, clock, moment, timeoutMs } = session;
      const bounds = boundsFor(timeoutMs);
      const built = buildCase({ ...origin, wire, tokenText, health, clock, moment, bounds }, each);
      return {
        ...built,
        async end() {
          await built.idle();
          const judged = await judgeCase(session, check, built, counts);
          if (judged === undefined) return false;
          if (mayHang === true && isNeverAnswered(judged.record)) session.hang.wasSeen = true;
          onCase(judged);
          return true;
        },
      };
    },
  };
}

/** How many cases with findings are confirmed per check, and the number of repetitions of each. */
const confirmations = { cases: 3, times: 6 };

/** Whether the probe was sent again between two valid controls and failed every time. */
export function wasNeverAnswered<A extends Pick<Attempt, 'role'>>(
  attempts: readonly A[],
  hasFailed: (attempt: A) => boolean,
): boolean {
  return (
    attempts.some(({ role }) => role === 'repeat') &&
    attempts.every((each) => each.role === 'control' || hasFailed(each))
  );
}

/** The same of the record of a case. */
function isNeverAnswered({ attempts }: CaseRecord): boolean {
  return wasNeverAnswered(attempts, ({ exchange }) => exchange.failure !== undefined);
}

/** A body may be usable only once, and walks have their own repetitions; any other single request can be sent again. */
function isRepeatable({ operation, attempts }: CaseRecord, { findings }: Judgement): boolean {
  const [probe, ...more] = attempts.filter(({ role }) => role === 'probe');
  return (
    definitionOf(operation).validControl !== 'last' &&
    probe !== undefined &&
    more.length === 0 &&
    // A hang was confirmed between valid controls; each further one may block a thread of the target for good.
    !isSlow(probe.exchange) &&
    findings.some(({ exchanges }) => exchanges.includes(probe.exchange.id))
  );
}

/** Judges a completed case and writes it to the journal; undefined if nothing was sent. */
async function judgeCase(
  { journal, profile }: Session,
  check: JudgedCheck,
  builder: BuiltCase,
  counts: { confirmed: number; unanswered: number },
): Promise<JudgedCase | undefined> {
  const judgeNow = (record: CaseRecord): Judgement =>
    check.judge(record, { requirement: entry(record.requirement), profile });
  let record = builder.record();
  if (record.attempts.length === 0) return undefined;
  let judgement = judgeNow(record);
  if (isNeverAnswered(record)) counts.unanswered += 1;
  // Repeat the probe several times: its failure rate is part of the finding.
  if (
    judgement.findings.length > 0 &&
    counts.confirmed < confirmations.cases &&
    isRepeatable(record, judgement)
  ) {
    counts.confirmed += 1;
    await builder.repeatProbe(confirmations.times);
    record = builder.record();
    judgement = judgeNow(record);
  }
  for (const { exchange } of record.attempts) {
    if (exchange.id.startsWith(`${record.id}#`)) journal.exchange(exchange);
  }
  journal.line(caseLine(record));
  journal.line({ type: 'judgement', case: record.id, ...judgement });
  return { record, judgement };
}
