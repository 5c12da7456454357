import type { CaseLine } from './case-line.ts';
import { exchangesDigest, readExchanges } from './exchanges.ts';
import type { CheckLine, JudgementLine } from './journal-line.ts';
import { journalLines } from './journal-lines.ts';
import { collectFrame, problemsOf } from './run-frame.ts';
import type { RunJournal } from './run-journal.ts';
import type { SumLine } from './sum-line.ts';

/**
 * The journal in a results folder, its lines in any order. It is incomplete if the last line is cut, the footer is missing,
 * or the exchanges do not match the footer.
 * @throws UsageError if a file is missing or is not a journal.
 */
export function readJournal(folder: string): RunJournal {
  const frame = collectFrame(folder);
  const cases: CaseLine[] = [];
  const judgements = new Map<string, JudgementLine>();
  const checks: CheckLine[] = [];
  const sums: SumLine[] = [];
  for (const line of journalLines(folder)) {
    if (line.type === 'case') cases.push(line);
    else if (line.type === 'judgement') judgements.set(line.case, line);
    else if (line.type === 'check') checks.push(line);
    else if (line.type === 'sum') sums.push(line);
    else frame.take(line);
  }
  const framed = frame.frame();
  const problems = problemsOf(framed.footer, exchangesDigest(folder));
  return {
    ...framed,
    cases,
    judgements,
    checks,
    ...(sums.length === 0 ? {} : { sums }),
    exchanges: readExchanges(folder),
    incomplete: problems.length > 0,
    problems,
  };
}
