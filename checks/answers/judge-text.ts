import type { Sink } from '../../journal/judgement.ts';
import { shown } from '../../json/read-json.ts';
import { decodeUtf8 } from '../../json/utf8.ts';
import { definitionOf } from '../../operations/operations.ts';
import { type Answer, bodyOf, headerValue } from '../../wire/exchange.ts';
import type { Origin } from './fields.ts';

/** The text in the charset it names; one that we cannot decode in is taken as it stands. */
function textOf(answer: Answer, body: Buffer): string | undefined {
  const charset = /charset\s*=\s*"?([^\s";]+)/i.exec(headerValue(answer.headers, 'content-type') ?? '')?.[1];
  if (charset === undefined || /^utf-?8$/i.test(charset)) return decodeUtf8(body);
  return body.toString('latin1');
}

/**
 * Judges a 400 of type text/plain: it is a string, and should say something (ruling 24). The document has it on
 * some operations, a profile may have it elsewhere.
 * @param form the requirement that speaks of the form of this failure, counted already unless it speaks of texts.
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
