import type { Sink } from '../../journal/judgement.ts';
import { shown } from '../../json/read-json.ts';
import { decodeUtf8 } from '../../json/utf8.ts';
import { definitionOf } from '../../operations/operations.ts';
import { type Answer, bodyOf, headerValue } from '../../wire/exchange.ts';
import type { Origin } from './fields.ts';

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
