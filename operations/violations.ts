import { type Extent, usualExtent } from '../generators/extent.ts';
import type { Violation } from '../generators/violation.ts';
import { type RequestStem, schemaViolations } from '../generators/violations.ts';
import { operationDefinitions } from './operations.ts';

/** Every one-fault variation of a valid body, from the request schema, the catalogue of leniencies and beyond them. */
export function violations(
  stem: RequestStem,
  validBody: unknown,
  wanted: (pointer: string) => boolean = () => true,
  extent: Extent = usualExtent,
): Violation[] {
  const definition = operationDefinitions.find(({ operation }) => stem === `${operation}.request`);
  const beside = definition?.violationsBesideSchema?.(validBody) ?? [];
  return [
    ...schemaViolations(stem, validBody, wanted, extent),
    ...beside.filter(({ pointer }) => wanted(pointer)),
  ];
}
