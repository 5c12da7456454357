import type { Sink } from '../../journal/judgement.ts';
import { isObject, type JsonObject, readJson, shown } from '../../json/read-json.ts';
import type { Operation } from '../../requirements/requirement.ts';
import { schema } from '../../schemas/schema.ts';
import { type Answer, bodyOf } from '../../wire/exchange.ts';
import { judgeFields, type Origin } from './fields.ts';

/** Judges an answer whose media type says that it is the JSON error object (ruling 22). */
export function judgeErrorObject(sink: Sink, { operation, exchange }: Origin, answer: Answer): void {
  const read = readJson(bodyOf(answer));
  if ('value' in read && isObject(read.value)) {
    judgeFields(sink, 'error', read.value, { operation, exchange });
    observeError(sink, operation, answer.status, read.value);
    return;
  }
  sink.judged('ERR-OBJECT');
  const problem = 'problem' in read ? read.problem : 'a JSON value that is not an object';
  sink.finding({
    requirement: 'ERR-OBJECT',
    operation,
    kind: 'error-not-object',
    parameters: { status: answer.status, problem },
    actual: shown(bodyOf(answer).toString('utf8')),
    exchanges: [exchange],
  });
}

const known = new Set(Object.keys((schema('error') as { properties?: object }).properties ?? {}));

/** Observes what the document leaves open in errors: codes, their statuses, unknown fields, nulls. */
function observeError(sink: Sink, operation: Operation, status: number, error: JsonObject): void {
  if (typeof error.code === 'string') sink.observe('ERR-OPEN-CODES', operation, error.code.slice(0, 80));
  if (typeof error.errorCategory === 'number') {
    sink.observe('ERR-OPEN-STATUSES', operation, `category ${error.errorCategory}: ${status}`);
  }
  for (const [name, value] of Object.entries(error)) {
    if (!known.has(name)) sink.observe('ERR-OPEN-UNKNOWN-FIELDS', operation, name.slice(0, 80));
    else if (value === null) sink.observe('ERR-OPEN-NULLS', operation, name);
  }
}
