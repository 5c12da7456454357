import type { RunJournal } from '../journal/run-journal.ts';
import { isStoredAs } from '../json/is-stored-as.ts';
import type { Profile } from '../profiles/profile.ts';
import { conductAgain, conductPreflightAgain } from '../reports/replay/conduct-again.ts';
import { type JudgedAgain, judgeAgain } from '../reports/replay/judge-again.ts';
import type { AggregateOptions } from '../reports/report/build-report.ts';
import type { Report } from '../reports/report/report.ts';
import { Unjudgeable } from '../settings/run-errors.ts';
import { refuse } from './refusal.ts';

/** How the report of a certificate is made. The options are fixed so that a verifier can make it again. */
export function certificateOptions(profile: Profile): Required<AggregateOptions> {
  return { strict: false, requireAll: true, profile };
}

/** Says if a report is not the one that was made of the journal. */
export function reportProblem(made: Report, report: Report): string | undefined {
  if (!isStoredAs(made, report))
    return 'report.json does not follow from the evidence: outcomes, counts or verdict differ.';
  return undefined;
}

/**
 * Judges every case that is kept again; what a soak has summed up is left out.
 * @throws BundleRefused if a record is not one that its check makes
 */
export function judgedAgain({ sums: _sums, ...kept }: RunJournal, profile: Profile): JudgedAgain {
  try {
    return judgeAgain(kept, certificateOptions(profile));
  } catch (error) {
    if (error instanceof Unjudgeable) refuse('schema', error.message);
    throw error;
  }
}

/** Says if a case is not judged as it was. The same version of the suite judged both times, so the texts must be equal too. */
export function judgementsProblem(again: JudgedAgain): string | undefined {
  const sentences = {
    differing: 'cases are judged differently from the bundle; the first is FIRST.',
    reworded: 'judgements have other texts than those of the suite; the first is FIRST.',
    notJudged: 'cases cannot be judged again; the first is FIRST: its exchanges or its judge are missing.',
    misdescribed: 'cases contradict their exchanges; the first is FIRST.',
  } as const;
  for (const [kind, sentence] of Object.entries(sentences)) {
    const ids = again[kind as keyof typeof sentences];
    const [first] = ids;
    if (first !== undefined) return `${ids.length} ${sentence.replace('FIRST', () => first)}`;
  }
  return undefined;
}

/**
 * Says if a MUST passed by sums alone, and not by what was kept too: a soak sums up most of its cases, and a sum cannot be
 * judged again.
 */
export function sumsAloneProblem(
  { aggregated: { report: kept } }: JudgedAgain,
  report: Report,
): string | undefined {
  const alone = report.results.filter(
    ({ level, outcome }, index) =>
      level === 'MUST' && outcome === 'passed' && kept.results[index]?.outcome !== 'passed',
  );
  const [first] = alone;
  if (first !== undefined)
    return `${alone.length} MUST passed only by sums, which cannot be judged again; the first is ${first.requirement} on ${first.operation}.`;
  return undefined;
}

/**
 * Generates every case and every request of a conformant run again, from its seed, its nonce and the recorded responses, and
 * compares them with the evidence: nothing was left out, added or replaced. A run with findings is not generated again:
 * inventing them gains nothing, and some of its requests depend on the time that searches for smaller ones took. If it
 * answers a challenge, its preflight is: its requests depend on the nonce too.
 * @param journal verified otherwise
 * @returns the number of requests of a conformant run, and what differs
 */
export async function generatedAgain(
  journal: RunJournal,
  report: Report,
  answersChallenge: boolean,
): Promise<{ readonly requests: number; readonly problem: string | undefined }> {
  const isConformant = report.verdict === 'conformant';
  if (!isConformant && !answersChallenge) return { requests: 0, problem: undefined };
  const conduct = isConformant ? conductAgain : conductPreflightAgain;
  const [difference] = await conduct(journal).catch(() =>
    // Whatever is in a bundle, verifying it does not fail.
    refuse(
      'schema',
      'The evidence has values that no run records, so its requests cannot be generated again.',
    ),
  );
  const { seed, nonce } = report.run;
  const problem =
    difference === undefined
      ? undefined
      : `The evidence is not what a run with seed ${seed} and nonce ${nonce} leads to: ${difference}.`;
  return { requests: isConformant ? journal.exchanges.size : 0, problem };
}
