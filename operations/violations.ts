import { type Sampling, usualSampling } from '../generators/sampling.ts';
import type { Violation } from '../generators/violation.ts';
import { type RequestStem, schemaViolations } from '../generators/violations.ts';
import { operationDefinitions } from './operations.ts';

/** Every one-fault variation of a valid body, from the request schema, the catalogue of leniencies and beyond them. */
export function violations(
  stem: RequestStem,
  validBody: unknown,
  wanted: (pointer: string) => boolean = () => true,
  sampling: Sampling = usualSampling,
): Violation[] {
  const definition = operationDefinitions.find(({ operation }) => stem === `${operation}.request`);
  const beside = definition?.violationsBesideSchema?.(validBody) ?? [];
  return [
    ...schemaViolations(stem, validBody, wanted, sampling),
    ...beside.filter(({ pointer }) => wanted(pointer)),
  ];
}
