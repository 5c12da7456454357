import type { ErrorObject } from 'ajv/dist/2020.js';
import type { Sink } from '../../journal/judgement.ts';
import { validator } from '../../json/ajv.ts';
import { escapeSegment, valueAt } from '../../json/json-pointer.ts';
import { shown } from '../../json/read-json.ts';
import { fieldMap, fieldRow } from '../../requirements/field-map.ts';
import type { Operation } from '../../requirements/requirement.ts';
import type { SchemaStem } from '../../schemas/schema.ts';

/** The answer that is judged. */
export interface Origin {
  readonly operation: Operation;
  readonly exchange: string;
}

/**
 * Validates a parsed body and assigns each violation to the requirement of its field. The body counts as one judged
 * answer for every requirement of the schema.
 */
export function judgeFields(
  sink: Sink,
  schema: SchemaStem,
  body: unknown,
  { operation, exchange }: Origin,
): void {
  for (const requirement of new Set(fieldMap(schema).map((row) => row.requirement))) sink.judged(requirement);
  const validate = validator(schema);
  if (validate(body)) return;
  const seen = new Set<string>();
  for (const error of validate.errors ?? []) {
    const pointer = pointerOf(error);
    const rule = fieldRow(schema, pointer, error.keyword);
    if (rule === undefined) {
      throw new Error(
        `No requirement covers ${pointer} (${error.keyword}) of ${schema}; add the subject to one in requirements/.`,
      );
    }
    const key = `${rule.requirement} ${pointer}`;
    if (seen.has(key)) continue;
    seen.add(key);
    sink.finding({
      requirement: rule.requirement,
      operation,
      kind: 'field-invalid',
      parameters: { field: pointer, keyword: error.keyword, wanted: wantedBy(error) },
      pointer,
      actual: shown(valueAt(body, pointer)),
      exchanges: [exchange],
    });
  }
}

/** A missing property is reported at its own pointer, not at its parent's. */
function pointerOf(error: ErrorObject): string {
  const missing =
    error.keyword === 'required' ? (error.params as { missingProperty: string }).missingProperty : undefined;
  return missing === undefined ? error.instancePath : `${error.instancePath}/${escapeSegment(missing)}`;
}

/** What a violated keyword requires: types, a limit, or the validator's message. */
function wantedBy({ keyword, params, message = `breaks ${keyword}` }: ErrorObject): string {
  const { type, limit, comparison } = params as Readonly<Record<string, unknown>>;
  if (keyword === 'type') return [type].flat().join(' or ');
  if (limit === undefined) return message;
  return keyword === 'minimum' || keyword === 'maximum'
    ? `${String(comparison)} ${String(limit)}`
    : String(limit);
}
