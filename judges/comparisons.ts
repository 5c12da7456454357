import type { Operation } from '../requirements/requirement.ts';
import type { Comparison } from './answers/comparison.ts';
import { comparison as generateTopology } from './generate-topology/comparison.ts';
import { comparison as listUsers } from './list-users/comparison.ts';

type AnyComparison = Comparison<{ readonly exchange: string }>;

const comparisons: Readonly<Partial<Record<Operation, AnyComparison>>> = {
  'generate-topology': generateTopology,
  'list-users': listUsers,
};

/** How answers of an operation are compared; undefined if each is judged alone. */
export function comparisonOf(operation: Operation): AnyComparison | undefined {
  return comparisons[operation];
}
