import type { Operation } from '../requirements/requirement.ts';
import type { OperationDefinition } from './operation.ts';
import { operationDefinitions } from './operations.ts';

/**
 * Loads what each operation has in a file of its own: all at once, because one after the other the files take longer to load
 * than to run.
 * @param load imports the file of an operation
 * @param hasOne whether an operation has such a file; by default, each has
 */
export async function loadEach<T>(
  load: (operation: Operation) => Promise<T>,
  hasOne: (definition: OperationDefinition) => boolean = () => true,
): Promise<ReadonlyMap<Operation, T>> {
  const some = operationDefinitions.filter(hasOne);
  return new Map(
    await Promise.all(some.map(async ({ operation }) => [operation, await load(operation)] as const)),
  );
}
