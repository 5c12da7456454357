import type { Violation } from '../generators/violation.ts';
import { type RequestStem, schemaViolations } from '../generators/violations.ts';
import { operationDefinitions } from './operations.ts';

/** Every one-fault variation of a valid body: what follows from the schema of the request, and what a schema cannot express. */
export function violations(
  stem: RequestStem,
  validBody: unknown,
  wanted: (pointer: string) => boolean = () => true,
): Violation[] {
  const definition = operationDefinitions.find(({ operation }) => stem === `${operation}.request`);
  const beside = definition?.violationsBesideSchema?.(validBody) ?? [];
  return [...schemaViolations(stem, validBody, wanted), ...beside.filter(({ pointer }) => wanted(pointer))];
}
