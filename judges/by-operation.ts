import type { Sink } from '../journal/judgement.ts';
import type { JsonObject } from '../json/read-json.ts';
import type { Operation } from '../requirements/requirement.ts';
import { comparison as generateTopology } from './generate-topology/comparison.ts';
import { judgeMeaning } from './generate-topology/meaning.ts';
import type { Comparison } from './judge.ts';
import { comparison as listUsers } from './list-users/judge-sizes.ts';

/** What is judged of the answers of an operation besides their form. */
interface OperationJudges {
  /** How its answers are compared; absent if each is judged alone. */
  readonly comparison?: Comparison<{ readonly exchange: string }>;
  /** How a success relates to its request; absent if it does not depend on it. */
  readonly judgeMeaning?: (sink: Sink, request: unknown, body: JsonObject, exchange: string) => void;
}

const judges: Readonly<Partial<Record<Operation, OperationJudges>>> = {
  'generate-topology': { comparison: generateTopology, judgeMeaning },
  'list-users': { comparison: listUsers },
};

export function judgesOf(operation: Operation): OperationJudges {
  return judges[operation] ?? {};
}
