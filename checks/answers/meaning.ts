import type { Sink } from '../../journal/judgement.ts';
import type { JsonObject } from '../../json/read-json.ts';
import type { Operation } from '../../requirements/requirement.ts';
import { judgeTopologyMeaning } from '../generate-topology/meaning.ts';

/** Judges what a success says about the request it answers; only generate-topology's answer says anything. */
export function meaningOf(
  sink: Sink,
  operation: Operation,
  request: unknown,
  body: JsonObject,
  exchange: string,
): void {
  if (operation === 'generate-topology') judgeTopologyMeaning(sink, request, body, exchange);
}
