import type { Sink } from '../../journal/judgement.ts';
import type { TargetFacts } from '../../journal/target-facts.ts';
import { loadEach } from '../../operations/load-each.ts';
import type { Operation } from '../../requirements/requirement.ts';
import type { Exchange } from '../../wire/exchange.ts';

/** How the answers of an operation are compared with each other, in one case or over a whole run (ruling 40). */
export interface Comparison<Said extends { readonly exchange: string }> {
  /** The requirements that it judges. */
  readonly requirements: readonly string[];
  /** What an answer says that others must agree with; undefined if it says nothing. */
  readonly read: (exchange: Exchange) => Said | undefined;
  /** Compares in the order given; takes time in proportion to their number. */
  readonly compare: (sink: Sink, all: readonly Said[], facts?: TargetFacts) => void;
  /** Only valid requests that a MUST is about are compared; others may be rejected for a reason of their own. */
  readonly ofValidAlone?: true;
}

type AnyComparison = Comparison<{ readonly exchange: string }>;

const comparisons = await loadEach<AnyComparison>(
  async (operation) => (await import(`../${operation}/comparison.ts`)).comparison,
  ({ success }) => success.isCompared === true,
);

/** How answers of an operation are compared; undefined if each is judged alone. */
export function comparisonOf(operation: Operation): AnyComparison | undefined {
  return comparisons.get(operation);
}
