import type { Sink } from '../../journal/judgement.ts';
import type { JsonObject } from '../../json/read-json.ts';
import { operationDefinitions } from '../../operations/operations.ts';
import type { Operation } from '../../requirements/requirement.ts';
import type { Origin } from './fields.ts';

type JudgeMeaning = (sink: Sink, request: unknown, body: JsonObject, exchange: string) => void;

const judges = new Map<Operation, JudgeMeaning>();
for (const { operation, success } of operationDefinitions) {
  if (success.relatesToRequest !== true) continue;
  const { judgeMeaning } = (await import(`../${operation}/meaning.ts`)) as { judgeMeaning: JudgeMeaning };
  judges.set(operation, judgeMeaning);
}

/** Judges how a success relates to its request, for operations whose answers depend on it. */
export function meaningOf(
  sink: Sink,
  { operation, exchange }: Origin,
  request: unknown,
  body: JsonObject,
): void {
  judges.get(operation)?.(sink, request, body, exchange);
}
