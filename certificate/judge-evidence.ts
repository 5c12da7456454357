import type { RunJournal } from '../journal/run-journal.ts';
import { isStoredAs } from '../json/is-stored-as.ts';
import type { Profile } from '../profiles/profile.ts';
import { type JudgedAgain, judgeAgain, Unjudgeable } from '../reports/replay/judge-again.ts';
import { aggregateReport } from '../reports/report/aggregate-report.ts';
import type { Report } from '../reports/report/report.ts';
import { UsageError } from '../settings/usage-error.ts';
import { BundleRefused } from './bundle-refused.ts';
import type { OpenedBundle } from './opened-bundle.ts';

/**
 * Judges the evidence again: the report and the derived files must follow from it, each case must be judged as it was, and
 * each requirement must rest on exchanges that are kept. Returns the number of cases.
 * @param derive the files that are derived from the report and the evidence
 */
export function judgeEvidence(
  bundle: OpenedBundle,
  report: Report,
  profile: Profile,
  derive: () => readonly (readonly [string, Buffer])[],
): number {
  const journal = journalIn(bundle);
  try {
    const options = { strict: false, requireAll: true, only: null, profile };
    if (!isStoredAs(aggregateReport(journal, options), report))
      refuse(
        'required-set',
        'report.json does not follow from the evidence: outcomes, counts or verdict differ.',
      );
    for (const [path, bytes] of derive()) {
      const given = bundle.files.get(path);
      if (given !== undefined && !given.equals(bytes))
        refuse('required-set', `${path} does not match report.json and the evidence.`);
    }
    const { sums: _sums, ...kept } = journal;
    const again = judgeAgain(kept, profile, options);
    refuseDifferences(again);
    refuseSumsAlone(again.report, report);
    return journal.cases.length;
  } catch (error) {
    if (error instanceof Unjudgeable) refuse('schema', error.message);
    throw error;
  }
}

function journalIn({ evidence, journal }: OpenedBundle): RunJournal {
  try {
    const read = journal();
    const [problem] = read.problems;
    if (problem !== undefined) refuse('integrity', problem);
    return read;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return refuse(
      'schema',
      `The evidence is not a journal: ${error.message.replaceAll(`${evidence}/`, 'evidence/')}`,
    );
  }
}

/** The same suite version judged both times, so the texts must be equal too. */
function refuseDifferences({ differing, reworded, notJudged, misdescribed }: JudgedAgain): void {
  const sentences: readonly (readonly [cases: readonly string[], sentence: (first: string) => string])[] = [
    [differing, (first) => `cases are judged differently from the bundle; the first is ${first}.`],
    [
      reworded,
      (first) => `judgements are worded differently than the suite words them, the first of them ${first}.`,
    ],
    [
      notJudged,
      (first) =>
        `cases cannot be judged again; the first is ${first}: its exchanges or its judge are missing.`,
    ],
    [misdescribed, (first) => `cases say of their exchanges what these do not show; the first is ${first}.`],
  ];
  for (const [cases, sentence] of sentences) {
    const [first] = cases;
    if (first !== undefined) refuse('judgement', `${cases.length} ${sentence(first)}`);
  }
}

/**
 * A soak sums up most of its cases, and a sum cannot be judged again. So each MUST that passed must also have passed by what
 * was kept.
 */
function refuseSumsAlone(kept: Report, report: Report): void {
  const alone = report.results.filter(
    ({ level, outcome }, index) =>
      level === 'MUST' && outcome === 'passed' && kept.results[index]?.outcome !== 'passed',
  );
  const [first] = alone;
  if (first !== undefined) {
    refuse(
      'judgement',
      `${alone.length} MUST passed only by sums, which cannot be judged again; the first is ${first.requirement} on ${first.operation}.`,
    );
  }
}

function refuse(kind: BundleRefused['kind'], sentence: string): never {
  throw new BundleRefused(kind, sentence);
}
