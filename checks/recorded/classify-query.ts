import type { Operation } from '../../requirements/requirement.ts';
import { openCondition, type RecordedFault } from './fault.ts';
import { queryOf } from './reading/query.ts';
import type { RecordingContext } from './reading/recording-context.ts';
import { recordedOf } from './recorded-operations.ts';

/**
 * What is open about the query: values of documented parameters, and all other parameters. Both may be rejected in any
 * form of rejection (rulings 13, 14 and 16).
 */
export function queryFaults(
  operation: Operation,
  target: string,
  context: RecordingContext,
): readonly RecordedFault[] {
  const { parameterFaults, unknownParameters } = recordedOf(operation);
  return queryOf(target).flatMap(
    ([name, value]) =>
      parameterFaults?.(name, value, context) ?? [
        openCondition(operation, `a query parameter ${name}`, unknownParameters),
      ],
  );
}
