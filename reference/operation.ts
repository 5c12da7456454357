import { type Endpoint, type Operation, operationStems, operations } from '../schemas/openapi.ts';

/** An operation of interface.md, by the stem used in the whole project. */
export type { Operation };

interface Route extends Endpoint {
  readonly operation: Operation;
}

/** Method and path of each operation (interface.md, Endpoints). */
export const routes: readonly Route[] = operationStems.map((operation) => ({
  operation,
  ...operations[operation],
}));
