import type { CaseLine } from './case-line.ts';
import type { Exchanges } from './exchanges.ts';
import type { CheckLine, JudgementLine } from './journal-line.ts';
import type { RunFrame } from './run-frame.ts';
import type { SumLine } from './sum-line.ts';

/** The journal of a run, or of the merged shards of a run, whatever the order of its lines. */
export interface RunJournal extends RunFrame {
  readonly cases: readonly CaseLine[];
  /** By case id. */
  readonly judgements: ReadonlyMap<string, JudgementLine>;
  readonly checks: readonly CheckLine[];
  /** Summed-up cases of a soak; absent if there are none. */
  readonly sums?: readonly SumLine[];
  readonly exchanges: Exchanges;
  /** The run did not finish properly, or its files were changed. */
  readonly incomplete: boolean;
  /** Why it is incomplete, in sentences. */
  readonly problems: readonly string[];
}
