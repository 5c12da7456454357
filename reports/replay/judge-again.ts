import type { Check } from '../../engine/check.ts';
import { type CaseLine, caseLine } from '../../journal/case-line.ts';
import type { Exchanges } from '../../journal/exchanges.ts';
import type { JudgementLine } from '../../journal/journal-line.ts';
import { decideTheSame, type Judgement } from '../../journal/judgement.ts';
import type { CaseRecord } from '../../journal/record.ts';
import type { RunJournal } from '../../journal/run-journal.ts';
import { isStoredAs } from '../../json/is-stored-as.ts';
import type { Profile } from '../../profiles/profile.ts';
import { requirement } from '../../requirements/catalogue.ts';
import { Unjudgeable } from '../../settings/run-errors.ts';
import { checkOfCase } from '../../specs/all.ts';
import { aggregateJournal } from '../report/aggregation.ts';
import type { AggregateOptions } from '../report/build-report.ts';

/** The result of judging a journal again. */
export type JudgedAgain = ReturnType<typeof judgeAgain>;

/** Judges every case of a journal again from its exchanges, without generating, sending or reading a clock. */
export function judgeAgain(journal: RunJournal, options: Required<AggregateOptions>) {
  const { profile } = options;
  const differing: string[] = [];
  const reworded: string[] = [];
  const notJudged: string[] = [];
  const misdescribed: string[] = [];
  const judgements = new Map<string, JudgementLine>();
  // What lines say about exchanges follows from the exchanges.
  const cases: CaseLine[] = [];
  for (const line of journal.cases) {
    const check = checkOfCase(line.id);
    const record = recordOf(line, journal.exchanges);
    const shown = record === undefined ? line : caseLine(record);
    cases.push(shown);
    if (!isStoredAs(shown, line)) misdescribed.push(line.id);
    if (check === undefined || record === undefined || check.version !== line.judge) {
      notJudged.push(line.id);
      continue;
    }
    const judgement = judged(check, record, profile);
    const again: JudgementLine = { type: 'judgement', case: line.id, ...judgement };
    judgements.set(line.id, again);
    const before = journal.judgements.get(line.id);
    // Nearly all judgements are equal, so digests are made only of the others.
    if (isStoredAs(again, before)) continue;
    if (before !== undefined && decideTheSame(again, before)) reworded.push(line.id);
    else differing.push(line.id);
  }
  for (const ids of [differing, reworded, notJudged, misdescribed]) ids.sort();
  return {
    /** Made when it is asked for. */
    get aggregated() {
      return aggregateJournal({ ...journal, cases, judgements }, options);
    },
    /** Cases whose judgement differs from the recorded one. */
    differing,
    /** Cases with the same judgement in other words, as another version of the suite may write. */
    reworded,
    /** Cases whose judge this suite does not have, or has in another version. */
    notJudged,
    /** Cases whose lines do not say of their exchanges what the exchanges show. */
    misdescribed,
  };
}

function judged(check: Check, record: CaseRecord, profile: Profile): Judgement {
  try {
    return check.judge(record, { requirement: requirement(record.requirement), profile });
  } catch (error) {
    throw new Unjudgeable(record.id, error);
  }
}

/** The record as the judge saw it; undefined if one of its exchanges is missing. */
function recordOf(line: CaseLine, exchanges: Exchanges): CaseRecord | undefined {
  const { type: _type, attempts, ...rest } = line;
  const found = attempts.map(({ exchange, cameBack: _cameBack, bytes: _bytes, ...place }) => ({
    ...place,
    exchange: exchanges.get(exchange),
  }));
  const whole = found.filter(
    (place): place is CaseRecord['attempts'][number] => place.exchange !== undefined,
  );
  return whole.length === found.length ? { ...rest, attempts: whole } : undefined;
}
