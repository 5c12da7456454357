import type { Violation } from '../generators/violation.ts';
import { type RequestStem, schemaViolations } from '../generators/violations.ts';
import { operationDefinitions } from './operations.ts';

/** Every one-fault variation of a valid body, from the request schema and beyond it. */
export function violations(
  stem: RequestStem,
  validBody: unknown,
  wanted: (pointer: string) => boolean = () => true,
): Violation[] {
  const definition = operationDefinitions.find(({ operation }) => stem === `${operation}.request`);
  const beside = definition?.violationsBesideSchema?.(validBody) ?? [];
  return [...schemaViolations(stem, validBody, wanted), ...beside.filter(({ pointer }) => wanted(pointer))];
}
