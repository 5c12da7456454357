import type { Sink } from '../../journal/judgement.ts';
import type { JsonObject } from '../../json/read-json.ts';
import { definitionOf } from '../../operations/operations.ts';
import type { Operation } from '../../requirements/requirement.ts';
import { type SchemaStem, schema } from '../../schemas/schema.ts';
import type { Answer } from '../../wire/exchange.ts';

/** Observes what rulings 1, 3 and 4 leave open in a success: its status, unknown fields, nulls. */
export function observeSuccess(
  sink: Sink,
  operation: Operation,
  answer: Answer,
  body: JsonObject | undefined,
): void {
  const { status, entries } = definitionOf(operation).success;
  if (status === undefined) sink.observe('HTTP-OPEN-SUCCESS-STATUS', operation, String(answer.status));
  if (body === undefined) return;
  observeFields(sink, operation, `${operation}.response`, body);
  const list = entries === undefined ? undefined : body[entries.field];
  if (entries === undefined || !Array.isArray(list)) return;
  for (const entry of list) {
    if (typeof entry === 'object' && entry !== null)
      observeFields(sink, operation, entries.schema, entry as JsonObject);
  }
}

function observeFields(sink: Sink, operation: Operation, stem: SchemaStem, body: JsonObject): void {
  const { unknownFields, nulls } = definitionOf(operation).success;
  const known = (schema(stem) as { properties?: object }).properties ?? {};
  for (const name of Object.keys(body)) {
    if (!Object.hasOwn(known, name)) sink.observe(unknownFields, operation, name.slice(0, 80));
    else if (body[name] === null && nulls !== undefined) sink.observe(nulls, operation, name);
  }
}
