import type { Sink } from '../../journal/judgement.ts';
import type { JsonObject } from '../../json/read-json.ts';
import { loadEach } from '../../operations/load-each.ts';
import type { Origin } from './fields.ts';

type JudgeMeaning = (sink: Sink, request: unknown, body: JsonObject, exchange: string) => void;

const judges = await loadEach<JudgeMeaning>(
  async (operation) => (await import(`../${operation}/meaning.ts`)).judgeMeaning,
  ({ success }) => success.relatesToRequest === true,
);

/** Judges how a success relates to its request, for operations whose answers depend on it. */
export function meaningOf(
  sink: Sink,
  { operation, exchange }: Origin,
  request: unknown,
  body: JsonObject,
): void {
  judges.get(operation)?.(sink, request, body, exchange);
}
