import type { Sink } from '../../journal/judgement.ts';
import { isObject, type JsonObject, readJson, shown } from '../../json/read-json.ts';
import { definitionOf } from '../../operations/operations.ts';
import { type Answer, bodyOf } from '../../wire/exchange.ts';
import { isJsonMedia, mediaType } from '../../wire/media-type.ts';
import { named } from './answer-kind.ts';
import { judgeFields, type Origin } from './fields.ts';

/**
 * Judges the form of a 2xx answer: status, media type, encoding, object, fields (rulings 1 to 6).
 * @returns the body if it is an object, for rules about its meaning.
 */
export function judgeSuccess(
  sink: Sink,
  { operation, exchange }: Origin,
  answer: Answer,
): JsonObject | undefined {
  const { requirement: success, status, media, object } = definitionOf(operation).success;
  const of = { operation, exchanges: [exchange] };

  sink.judged(success);
  if (status !== undefined && answer.status !== status) {
    const [parameters, actual] = [{ status: answer.status, wanted: status }, named(answer)];
    sink.finding({ ...of, requirement: success, kind: 'success-status', parameters, actual });
  }
  sink.judged(media);
  if (!isJsonMedia(mediaType(answer))) {
    sink.finding({ ...of, requirement: media, kind: 'success-media-type', actual: named(answer) });
    return undefined;
  }
  const read = readJson(bodyOf(answer));
  if ('problem' in read) {
    const [parameters, actual] = [{ problem: read.problem }, shown(bodyOf(answer).toString('utf8'))];
    sink.finding({ ...of, requirement: media, kind: 'success-not-json', parameters, actual });
    return undefined;
  }
  if (!isObject(read.value)) {
    sink.judged(object);
    const actual = shown(read.value);
    sink.finding({ ...of, requirement: object, kind: 'success-not-object', actual });
    return undefined;
  }
  judgeFields(sink, `${operation}.response`, read.value, { operation, exchange });
  return read.value;
}
