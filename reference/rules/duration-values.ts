import { type Refusal, refused } from '../refusal.ts';
import type { ExecuteSubmissionRequest } from '../requests.ts';
import { isObject } from './json-types.ts';

/** A deduplication duration must not be negative, and its nanos must be less than one second. */
export function durationProblem(request: ExecuteSubmissionRequest): Refusal | undefined {
  const seconds = member(request, 'deduplicationPeriod', 'DeduplicationDuration', 'value', 'seconds') ?? 0;
  const nanos = member(request, 'deduplicationPeriod', 'DeduplicationDuration', 'value', 'nanos') ?? 0;
  const offset = member(request, 'deduplicationPeriod', 'DeduplicationOffset', 'value') ?? 0;
  if (Number(offset) < 0) return refused('INVALID_FIELD', 'The deduplication offset must not be negative.');
  if (Number(seconds) >= 0 && Number(nanos) >= 0 && Number(nanos) < 1_000_000_000) return undefined;
  return refused('INVALID_FIELD', 'The deduplication duration must be positive, its nanos below 1000000000.');
}

function member(node: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>((at, name) => (isObject(at) ? at[name] : undefined), node);
}
