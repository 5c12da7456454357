import type { PlainParts } from '../operations/operation.ts';
import { definitionOf } from '../operations/operations.ts';
import type { Operation } from '../requirements/requirement.ts';
import type { OperationRequest } from '../wire/plan-request.ts';
import type { Run } from './check.ts';

/** Serializes a value as JSON bytes. */
export function jsonBytes(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value));
}

/** The simplest request of an operation that shows whether it responds and accepts the credential. */
export function plainRequest(operation: Operation, parts: PlainParts): OperationRequest {
  const body = definitionOf(operation).plainBody(parts);
  return body === undefined ? {} : { body: jsonBytes(body) };
}

/** Whether every request of the operation contains a placeholder, so that none of them can be valid. */
export function hasOnlyPlaceholders({ operation, facts }: Pick<Run, 'operation' | 'facts'>): boolean {
  return definitionOf(operation).placeholder(facts) === 'every';
}
