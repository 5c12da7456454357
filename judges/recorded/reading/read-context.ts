import { type JsonObject, readObject } from '../../../json/read-json.ts';
import type { Profile } from '../../../profiles/profile.ts';
import type { Operation } from '../../../requirements/requirement.ts';
import { bodyOf } from '../../../wire/exchange.ts';
import { succeeded } from '../../answers/answer-kind.ts';
import { readRequest } from '../classify-body.ts';
import { credentialFaults } from '../classify-credential.ts';
import { operationOf, prefixOf } from '../operation-of.ts';
import { recordedOf } from '../recorded-operations.ts';
import { headerNames, isWhole, type RecordedExchange, type Recording } from './recorded-exchange.ts';
import type { RecordingContext } from './recording-context.ts';

/** What a whole recording shows: the target's state, as far as its successes reveal it. */
export function readContext(recording: Recording, { defaults }: Profile): RecordingContext {
  const prefix = prefixOf(recording);
  const permitted = new Set<Operation>();
  const shown = new Map<Operation, Map<string, number>>();
  for (const [index, record] of recording.entries()) {
    const operation = operationOf(record, prefix);
    if (operation === undefined || !hasSucceeded(operation, record)) continue;
    if (credentialFaults(record).length === 0) permitted.add(operation);
    const first = shown.get(operation) ?? new Map<string, number>();
    shown.set(operation, first);
    const isFaultless = (): boolean =>
      isWhole(record) && readRequest(operation, record.exchange.request.body).faults.length === 0;
    const shows = recordedOf(operation).shownBy?.(requestOf(record), isFaultless);
    if (shows !== undefined && !first.has(shows)) first.set(shows, index);
  }
  const lists = { host: listsHeader(recording, 'host'), length: listsHeader(recording, 'content-length') };
  return { prefix, lists, permitted, shown, ...defaults };
}

/** Whether a success before position `index` of the recording already showed what this record's success would show. */
export function wasShownBefore(
  operation: Operation,
  record: RecordedExchange,
  index: number,
  context: RecordingContext,
): boolean {
  const shows = recordedOf(operation).shownBy?.(requestOf(record), () => true);
  const first = shows === undefined ? undefined : context.shown.get(operation)?.get(shows);
  return first !== undefined && first < index;
}

function requestOf({ exchange }: RecordedExchange): JsonObject {
  return readObject(exchange.request.body) ?? {};
}

function hasSucceeded(operation: Operation, { exchange, unreadable }: RecordedExchange): boolean {
  const { answer, failure } = exchange;
  if (answer === undefined || failure !== undefined || unreadable !== undefined) return false;
  return bodyOf(answer).length > 0 && succeeded(operation, answer);
}

function listsHeader(recording: Recording, name: string): boolean {
  return recording.some(({ exchange }) => headerNames(exchange.request.headers).includes(name));
}
