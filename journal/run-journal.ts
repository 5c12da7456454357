import type { Waiver } from '../settings/waiver.ts';
import type { Exchanges } from './exchanges.ts';
import type { CaseLine, CheckLine, Footer, JudgementLine, PreflightLine, RunHeader } from './journal-line.ts';
import type { SumLine } from './sum-line.ts';

/** The journal of a run, or of the merged shards of one, whatever the order of its lines. */
export interface RunJournal {
  readonly header: RunHeader;
  readonly preflight?: PreflightLine;
  /** Absent where the run was given none. */
  readonly waivers?: readonly Waiver[];
  readonly cases: readonly CaseLine[];
  /** By the id of their case. */
  readonly judgements: ReadonlyMap<string, JudgementLine>;
  readonly checks: readonly CheckLine[];
  /** Cases of a soak run that were summed up; absent where there are none. */
  readonly sums?: readonly SumLine[];
  readonly footer?: Footer;
  readonly exchanges: Exchanges;
  /** The run did not end as it should have, or its files are not as it left them. */
  readonly incomplete: boolean;
  /** Why it is incomplete, in sentences. */
  readonly problems: readonly string[];
}
