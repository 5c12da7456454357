import type { ErrorObject } from 'ajv/dist/2020.js';
import type { Sink } from '../../journal/judgement.ts';
import { validator } from '../../json/ajv.ts';
import { escapeSegment, matchesPointer, valueAt } from '../../json/json-pointer.ts';
import { shown } from '../../json/read-json.ts';
import type { Operation } from '../../requirements/requirement.ts';
import type { SchemaStem } from '../../schemas/schema.ts';
import { expectation } from './expectation.ts';

/** Which requirement speaks of a field: `*` stands for one array index or map key, a last `**` for anything below. */
export interface FieldRule {
  readonly requirement: string;
  readonly pointer: string;
  /** The schema keywords meant; all when absent. */
  readonly keywords?: readonly string[];
}

/**
 * Holds a parsed body against a schema and lays each violation at the requirement of its field. Every rule counts the
 * body as one answer judged.
 */
export function judgeFields(
  sink: Sink,
  schema: SchemaStem,
  rules: readonly FieldRule[],
  body: unknown,
  operation: Operation,
  exchange: string,
): void {
  for (const requirement of new Set(rules.map((rule) => rule.requirement))) sink.judged(requirement);
  const validate = validator(schema);
  if (validate(body)) return;
  const seen = new Set<string>();
  for (const error of validate.errors ?? []) {
    const pointer = pointerOf(error);
    const rule = rules.find(
      (row) => matchesPointer(row.pointer, pointer) && (row.keywords?.includes(error.keyword) ?? true),
    );
    if (rule === undefined) {
      throw new Error(
        `No requirement speaks of ${pointer} (${error.keyword}) of ${schema}; add a row to its field rules.`,
      );
    }
    const key = `${rule.requirement} ${pointer}`;
    if (seen.has(key)) continue;
    seen.add(key);
    sink.finding({
      requirement: rule.requirement,
      operation,
      message: `${pointer || 'the body'} ${ruleInWords(error)}`,
      pointer,
      expected: expectation(rule.requirement),
      actual: shown(valueAt(body, pointer)),
      exchanges: [exchange],
    });
  }
}

/** A missing property is a violation at the property's own place, not at its parent's. */
function pointerOf(error: ErrorObject): string {
  const missing =
    error.keyword === 'required' ? (error.params as { missingProperty: string }).missingProperty : undefined;
  return missing === undefined ? error.instancePath : `${error.instancePath}/${escapeSegment(missing)}`;
}

function ruleInWords(error: ErrorObject): string {
  const { keyword, params } = error as { keyword: string; params: Record<string, unknown> };
  switch (keyword) {
    case 'required':
      return 'is required and missing';
    case 'type':
      return `must be ${[params.type].flat().join(' or ')}`;
    case 'minLength':
    case 'minItems':
      return params.limit === 1 ? 'must be non-empty' : `must have ${String(params.limit)} elements`;
    case 'maxItems':
      return `must have ${String(params.limit)} elements`;
    case 'minimum':
    case 'maximum':
      return `must be within int32 (${String(params.comparison)} ${String(params.limit)})`;
    default:
      return error.message ?? `breaks ${keyword}`;
  }
}
