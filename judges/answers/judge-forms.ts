import type { Sink } from '../../journal/judgement.ts';
import { isObject, type JsonObject, readJson, shown } from '../../json/read-json.ts';
import { decodeUtf8 } from '../../json/utf8.ts';
import { definitionOf } from '../../operations/operations.ts';
import type { Operation } from '../../requirements/requirement.ts';
import { type SchemaStem, schema } from '../../schemas/schema.ts';
import { type Answer, bodyOf, headerValue } from '../../wire/exchange.ts';
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

/** Observes what rulings 1, 3 and 4 leave open in a success: its status, unknown fields, nulls. */
export function observeSuccess(
  sink: Sink,
  operation: Operation,
  answer: Answer,
  body: JsonObject | undefined,
): void {
  const { status, entries, ...open } = definitionOf(operation).success;
  if (status === undefined) sink.observe('HTTP-OPEN-SUCCESS-STATUS', operation, String(answer.status));
  if (body === undefined) return;
  observeFields(sink, operation, { ...open, schema: `${operation}.response` }, body);
  const list = entries === undefined ? undefined : body[entries.field];
  if (entries === undefined || !Array.isArray(list)) return;
  for (const entry of list)
    if (typeof entry === 'object' && entry !== null)
      observeFields(sink, operation, { ...open, schema: entries.schema }, entry as JsonObject);
}

/** @param open the requirements that leave unknown fields and nulls open */
function observeFields(
  sink: Sink,
  operation: Operation,
  open: { readonly schema: SchemaStem; readonly unknownFields: string; readonly nulls?: string },
  body: JsonObject,
): void {
  const known = (schema(open.schema) as { properties?: object }).properties ?? {};
  for (const [name, value] of Object.entries(body)) {
    if (!Object.hasOwn(known, name)) sink.observe(open.unknownFields, operation, name.slice(0, 80));
    else if (value === null && open.nulls !== undefined) sink.observe(open.nulls, operation, name);
  }
}

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

const openInErrors = {
  schema: 'error',
  unknownFields: 'ERR-OPEN-UNKNOWN-FIELDS',
  nulls: 'ERR-OPEN-NULLS',
};

/** Observes what the document leaves open in errors: codes, their statuses, unknown fields, nulls. */
function observeError(sink: Sink, operation: Operation, status: number, error: JsonObject): void {
  if (typeof error.code === 'string') sink.observe('ERR-OPEN-CODES', operation, error.code.slice(0, 80));
  if (typeof error.errorCategory === 'number') {
    sink.observe('ERR-OPEN-STATUSES', operation, `category ${error.errorCategory}: ${status}`);
  }
  observeFields(sink, operation, openInErrors, error);
}

/** Decodes the text as UTF-8; a body with another charset is read byte by byte. */
function textOf(answer: Answer, body: Buffer): string | undefined {
  const charset = /charset\s*=\s*"?([^\s";]+)/i.exec(headerValue(answer.headers, 'content-type') ?? '')?.[1];
  if (charset === undefined || /^utf-?8$/i.test(charset)) return decodeUtf8(body);
  return body.toString('latin1');
}

/**
 * Judges a text/plain 400: it must be a string and should not be empty (ruling 24). The document has it on some
 * operations; a profile may allow it on others.
 * @param form the requirement for the form of this failure; already counted unless it is about texts.
 */
export function judgeText(sink: Sink, { operation, exchange }: Origin, answer: Answer, form: string): void {
  const body = bodyOf(answer);
  const text = textOf(answer, body);
  const of = { operation, actual: shown(body.toString('latin1')), exchanges: [exchange] };
  const documented = definitionOf(operation).failure.text;
  if (documented !== undefined) sink.judged(documented.requirement);
  if (text === undefined)
    sink.finding({ ...of, requirement: documented?.requirement ?? form, kind: 'text-not-utf8' });
  if (documented === undefined) return;
  sink.judged(documented.nonEmpty);
  if (text?.trim() === '') sink.finding({ ...of, requirement: documented.nonEmpty, kind: 'text-empty' });
}
