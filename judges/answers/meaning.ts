import type { Sink } from '../../journal/judgement.ts';
import type { JsonObject } from '../../json/read-json.ts';
import type { Operation } from '../../requirements/requirement.ts';
import { judgeMeaning } from '../generate-topology/meaning.ts';
import type { Origin } from './fields.ts';

type JudgeMeaning = (sink: Sink, request: unknown, body: JsonObject, exchange: string) => void;

const judges: Readonly<Partial<Record<Operation, JudgeMeaning>>> = {
  'generate-topology': judgeMeaning,
};

/** Judges how a success relates to its request, for operations whose answers depend on it. */
export function meaningOf(
  sink: Sink,
  { operation, exchange }: Origin,
  request: unknown,
  body: JsonObject,
): void {
  judges[operation]?.(sink, request, body, exchange);
}
