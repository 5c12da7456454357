import type { Sink } from '../../journal/judgement.ts';
import { isObject, type JsonObject, readJson, shown } from '../../json/read-json.ts';
import { definitionOf } from '../../operations/operations.ts';
import type { Operation } from '../../requirements/requirement.ts';
import { type Answer, bodyOf } from '../../wire/exchange.ts';
import { isJsonMedia, mediaType } from '../../wire/media-type.ts';
import { named } from './answer-kind.ts';
import { expectation } from './expectation.ts';
import { judgeFields } from './fields.ts';

/**
 * Judges the form of a 2xx answer: status, media type, encoding, object, fields (rulings 1 to 6).
 * @returns the body where it is an object, for rules about its meaning.
 */
export function judgeSuccess(
  sink: Sink,
  operation: Operation,
  answer: Answer,
  exchange: string,
): JsonObject | undefined {
  const { requirement: success, status, media, object } = definitionOf(operation).success;
  const fail = (requirement: string, message: string, actual: string): void =>
    sink.finding({
      requirement,
      operation,
      message,
      pointer: '',
      expected: expectation(requirement),
      actual,
      exchanges: [exchange],
    });

  sink.judged(success);
  if (status !== undefined && answer.status !== status) {
    fail(success, `success has status ${answer.status}, not ${status}`, named(answer));
  }
  sink.judged(media);
  if (!isJsonMedia(mediaType(answer))) {
    fail(media, 'a success carries no JSON media type', named(answer));
    return undefined;
  }
  const read = readJson(bodyOf(answer));
  if ('problem' in read) {
    fail(media, `the body of a success is ${read.problem}`, shown(bodyOf(answer).toString('utf8')));
    return undefined;
  }
  if (!isObject(read.value)) {
    sink.judged(object);
    fail(object, 'the body of a success is no JSON object', shown(read.value));
    return undefined;
  }
  judgeFields(sink, `${operation}.response`, read.value, { operation, exchange });
  return read.value;
}
