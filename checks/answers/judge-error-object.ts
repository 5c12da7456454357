import type { Sink } from '../../journal/judgement.ts';
import { isObject, type JsonObject, readJson, shown } from '../../json/read-json.ts';
import type { Operation } from '../../requirements/requirement.ts';
import { type Answer, bodyOf } from '../../wire/exchange.ts';
import { expectation } from './expectation.ts';
import { type FieldRule, judgeFields } from './fields.ts';

/** The table of the error object (section Errors), field by field. */
const rules: readonly FieldRule[] = [
  { requirement: 'ERR-CODE', pointer: '/code' },
  { requirement: 'ERR-CAUSE', pointer: '/cause' },
  { requirement: 'ERR-CONTEXT', pointer: '/context/**' },
  { requirement: 'ERR-CATEGORY', pointer: '/errorCategory' },
  { requirement: 'ERR-CORRELATIONID', pointer: '/correlationId' },
  { requirement: 'ERR-TRACEID', pointer: '/traceId' },
  { requirement: 'ERR-RESOURCES', pointer: '/resources/**' },
  { requirement: 'ERR-GRPCCODE', pointer: '/grpcCodeValue' },
  { requirement: 'ERR-RETRYINFO', pointer: '/retryInfo' },
  { requirement: 'ERR-DEFINITEANSWER', pointer: '/definiteAnswer' },
];

/** Judges an answer that claims, by its media type, to be the JSON error object (ruling 22). */
export function judgeErrorObject(sink: Sink, operation: Operation, answer: Answer, exchange: string): void {
  sink.judged('ERR-OBJECT');
  const read = readJson(bodyOf(answer));
  if ('value' in read && isObject(read.value)) {
    judgeFields(sink, 'error', rules, read.value, operation, exchange);
    observeError(sink, operation, answer.status, read.value);
    return;
  }
  const problem = 'problem' in read ? read.problem : 'a JSON value that is no object';
  sink.finding({
    requirement: 'ERR-OBJECT',
    operation,
    message: `a failure with status ${answer.status} carries ${problem}`,
    pointer: '',
    expected: expectation('ERR-OBJECT'),
    actual: shown(bodyOf(answer).toString('utf8')),
    exchanges: [exchange],
  });
}

const known = new Set(rules.map(({ pointer }) => pointer.split('/')[1]));

/** What the document leaves open in an error: codes, their statuses, unknown fields, nulls. */
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
