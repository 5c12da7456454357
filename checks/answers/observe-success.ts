import type { Sink } from '../../journal/judgement.ts';
import type { JsonObject } from '../../json/read-json.ts';
import type { Operation } from '../../requirements/requirement.ts';
import { type SchemaStem, schema } from '../../schemas/schema.ts';
import type { Answer } from '../../wire/exchange.ts';
import { successRules } from './success-rules.ts';

const unknownFields: Readonly<Record<Operation, string>> = {
  'generate-topology': 'GT-OPEN-UNKNOWN-FIELDS',
  'execute-submission': 'EX-OPEN-RESPONSE-FIELDS',
  'list-users': 'LU-OPEN-UNKNOWN-FIELDS',
};

/** Observes what rulings 1, 3 and 4 leave open in a success: which 2xx, unknown fields, nulls. */
export function observeSuccess(
  sink: Sink,
  operation: Operation,
  answer: Answer,
  body: JsonObject | undefined,
): void {
  if (operation !== 'generate-topology')
    sink.observe('HTTP-OPEN-SUCCESS-STATUS', operation, String(answer.status));
  if (body === undefined) return;
  observeFields(sink, operation, successRules[operation].schema, body);
  if (operation === 'list-users' && Array.isArray(body.users)) {
    for (const user of body.users) {
      if (typeof user === 'object' && user !== null)
        observeFields(sink, operation, 'user', user as JsonObject);
    }
  }
}

function observeFields(sink: Sink, operation: Operation, stem: SchemaStem, body: JsonObject): void {
  const known = (schema(stem) as { properties?: object }).properties ?? {};
  for (const [name, value] of Object.entries(body)) {
    if (!Object.hasOwn(known, name)) sink.observe(unknownFields[operation], operation, name.slice(0, 80));
    else if (value === null && operation === 'list-users') sink.observe('LU-OPEN-NULLS', operation, name);
  }
}
