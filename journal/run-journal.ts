import type { Waiver } from '../settings/waiver.ts';
import type { Exchanges } from './exchanges.ts';
import type { CaseLine, CheckLine, Footer, JudgementLine, PreflightLine, RunHeader } from './journal-line.ts';
import type { SumLine } from './sum-line.ts';

/** The journal of a run, or of the merged shards of a run, whatever the order of its lines. */
export interface RunJournal {
  readonly header: RunHeader;
  readonly preflight?: PreflightLine;
  /** Absent if the run has none. */
  readonly waivers?: readonly Waiver[];
  readonly cases: readonly CaseLine[];
  /** By case id. */
  readonly judgements: ReadonlyMap<string, JudgementLine>;
  readonly checks: readonly CheckLine[];
  /** Summed-up cases of a soak; absent if there are none. */
  readonly sums?: readonly SumLine[];
  readonly footer?: Footer;
  readonly exchanges: Exchanges;
  /** The run did not finish properly, or its files were changed. */
  readonly incomplete: boolean;
  /** Why it is incomplete, in sentences. */
  readonly problems: readonly string[];
}
