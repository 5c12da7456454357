import type { Operation } from '../requirements/requirement.ts';
import { executeSubmission } from './execute-submission.ts';
import { generateTopology } from './generate-topology.ts';
import { listUsers } from './list-users.ts';
import type { OperationDefinition, PlainRequestUse } from './operation.ts';

const definitions = {
  'generate-topology': generateTopology,
  'execute-submission': executeSubmission,
  'list-users': listUsers,
} satisfies Readonly<Record<Operation, OperationDefinition>>;

/** The definition of an operation. */
export function definitionOf(operation: Operation): OperationDefinition {
  return definitions[operation];
}

/** Every operation of schemas/openapi.json, in the order in which their checks run. */
export const operationDefinitions: readonly OperationDefinition[] = Object.values(definitions);

/** The operation whose plain request changes nothing, costs the least and lists the users. */
export const listingOperation = theOneWith('isListing');

/** The operation whose plain request shows whether the target knows the configured synchronizer. */
export const synchronizerOperation = theOneWith('usesSynchronizer');

function theOneWith(use: keyof PlainRequestUse): Operation {
  const [found, ...more] = operationDefinitions.filter(({ probe }) => probe[use] === true);
  if (found === undefined || more.length > 0)
    throw new Error(`Exactly one operation must have probe.${use}; see operations/.`);
  return found.operation;
}
