import { readObject } from '../../json/read-json.ts';
import { definitionOf } from '../../operations/operations.ts';
import type { AnswerKind, Operation } from '../../requirements/requirement.ts';
import { type Answer, bodyOf } from '../../wire/exchange.ts';
import { formOf, isJsonMedia, isTextMedia, mediaType } from '../../wire/media-type.ts';
import { isPage, sourceText } from './answers-as-itself.ts';

/**
 * What an answer appears to be, by status and media type alone; its form is judged separately. `accepted` is any 2xx,
 * `other` is none of the documented kinds.
 */
export function answerKind(answer: Answer): 'accepted' | Exclude<AnswerKind, 'success'> | 'other' {
  if (answer.status >= 200 && answer.status < 300) return 'accepted';
  const type = mediaType(answer);
  if (isJsonMedia(type)) return 'error-object';
  return answer.status === 400 && isTextMedia(type) ? 'text-400' : 'other';
}

/** Whether the request was answered with a 2xx of any form. */
export function wasAccepted(answer: Answer | undefined): boolean {
  return answer !== undefined && answerKind(answer) === 'accepted';
}

/** Ruling 1: a success has the operation's only success status, or any 2xx, and its body is a JSON object. */
export function succeeded(operation: Operation, answer: Answer): boolean {
  if (answerKind(answer) !== 'accepted') return false;
  const { status = answer.status } = definitionOf(operation).success;
  if (answer.status !== status) return false;
  if (!isJsonMedia(mediaType(answer))) return false;
  return readObject(bodyOf(answer)) !== undefined;
}

/** Describes an answer in a message: status and media type. A page may be that of a gateway, which often names itself. */
export function named(answer: Answer): string {
  const source = isPage(answer) ? sourceText(answer) : '';
  return `${formOf(answer)}${source}`;
}
