import { violationsOf } from '../json/ajv.ts';
import { UsageError } from '../settings/usage-error.ts';
import { type Waiver, wrongDays } from '../settings/waiver.ts';
import waiversSchema from '../settings/waivers.schema.json' with { type: 'json' };
import type { CaseLine } from './case-line.ts';
import { type Exchanges, readExchanges } from './exchanges.ts';
import {
  type CheckLine,
  type Footer,
  type JournalLine,
  type JudgementLine,
  journalSchemaVersion,
  type PreflightLine,
  type RunHeader,
  type SumLine,
} from './journal-line.ts';
import { journalLines } from './journal-lines.ts';

/** The journal of a run, or of the merged shards of a run, whatever the order of its lines. */
export interface RunJournal extends RunFrame {
  readonly cases: readonly CaseLine[];
  /** By case id. */
  readonly judgements: ReadonlyMap<string, JudgementLine>;
  readonly checks: readonly CheckLine[];
  /** Summed-up cases of a soak; absent if there are none. */
  readonly sums?: readonly SumLine[];
  readonly exchanges: Exchanges;
  /** Why it is incomplete, in sentences: the run did not finish properly, or its files were changed. */
  readonly problems: readonly string[];
}

/** The lines around the cases of a run. */
export interface RunFrame {
  readonly header: RunHeader;
  readonly preflight?: PreflightLine;
  /** Absent if the run has none. */
  readonly waivers?: readonly Waiver[];
  readonly footer?: Footer;
}

/**
 * Collects the lines of one folder that frame its run.
 * @param folder names the run in messages
 */
export function collectFrame(folder: string) {
  let header: RunHeader | undefined;
  const around: { -readonly [K in keyof Omit<RunFrame, 'header'>]: RunFrame[K] } = {};
  return {
    take(line: JournalLine): void {
      if (line.type === 'run') {
        if (header !== undefined) {
          throw new UsageError([
            `${folder} contains two runs. Use a separate results folder for each run (CONFORMANCE_OUTPUT).`,
          ]);
        }
        header = line;
      } else if (line.type === 'preflight') around.preflight = line;
      else if (line.type === 'waivers') around.waivers = waiversOf(line.waivers);
      else if (line.type === 'footer') around.footer = line;
    },
    frame(): RunFrame {
      if (header === undefined) {
        throw new UsageError([
          `${folder} does not identify its run: the first line is missing. Run again with a new folder.`,
        ]);
      }
      if (header.schemaVersion !== journalSchemaVersion) {
        throw new UsageError([
          `${folder} uses version ${header.schemaVersion} of the journal format, but this suite reads ${journalSchemaVersion}. Use suite version ${header.suite.version}.`,
        ]);
      }
      return { header, ...around };
    },
  };
}

/** A single shard can be reported on alone; if it is the only one, it is the whole run. */
export function wholeRun(frame: RunFrame): RunFrame {
  const { header } = frame;
  return header.run.shard === '1/1'
    ? { ...frame, header: { ...header, run: { ...header.run, shard: null } } }
    : frame;
}

/** The aggregate must not depend on which process wrote the line. */
function waiversOf(waivers: readonly Waiver[]): readonly Waiver[] {
  // The same rules as those of a file.
  const isValid = violationsOf(waiversSchema, { waivers }).length === 0;
  if (isValid && waivers.every((waiver) => wrongDays(waiver) === undefined)) return waivers;
  throw new UsageError([
    'The waivers in the journal are invalid. Give an unchanged results folder, or run again with a new one.',
  ]);
}

/** What is wrong with the end of a run, in sentences; `counted` describes the current exchanges file. */
export function problemsOf(footer: Footer | undefined, counted: Footer['exchanges']): string[] {
  if (footer === undefined) return ['The journal is incomplete: the run was stopped.'];
  const problems: string[] = [];
  if (footer.failure !== undefined) problems.push(...footer.failure.causes);
  else if (footer.ended !== 'complete') problems.push('The run was interrupted.');
  return [...problems, ...changedSince(footer, counted)];
}

/** A sentence if the exchanges are not those with which the run ended. */
export function changedSince({ exchanges }: Footer, { count, sha256 }: Footer['exchanges']): string[] {
  if (count !== exchanges.count)
    return [`The journal contains ${count} exchanges, but its run ended with ${exchanges.count}.`];
  return sha256 === exchanges.sha256
    ? []
    : ['The exchanges have changed since the run ended: their digest differs.'];
}

/**
 * The journal in a results folder, its lines in any order. It is incomplete if the last line is cut, the footer is missing,
 * or the exchanges do not match the footer.
 * @throws UsageError if a file is missing or is not a journal.
 */
export function readJournal(folder: string): RunJournal {
  return journalOf(folder, journalLines(folder), () => readExchanges(folder));
}

/**
 * The same of lines that were read.
 * @param name names the folder in messages
 */
export function journalOf(
  name: string,
  lines: Iterable<JournalLine>,
  read: () => ReturnType<typeof readExchanges>,
): RunJournal {
  const frame = collectFrame(name);
  const cases: CaseLine[] = [];
  const judgements = new Map<string, JudgementLine>();
  const checks: CheckLine[] = [];
  const sums: SumLine[] = [];
  for (const line of lines) {
    if (line.type === 'case') cases.push(line);
    else if (line.type === 'judgement') judgements.set(line.case, line);
    else if (line.type === 'check') checks.push(line);
    else if (line.type === 'sum') sums.push(line);
    else frame.take(line);
  }
  const framed = frame.frame();
  const { exchanges, digest } = read();
  const problems = problemsOf(framed.footer, digest);
  const summed = sums.length === 0 ? undefined : sums;
  return { ...framed, cases, judgements, checks, sums: summed, exchanges, problems };
}
