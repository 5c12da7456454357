import { isObject, readJson } from '../../json/read-json.ts';
import type { Profile } from '../../profiles/profile.ts';
import type { Operation } from '../../requirements/requirement.ts';
import { bodyOf } from '../../wire/exchange.ts';
import { succeeded } from '../answers/answer-kind.ts';
import { readRequest } from './classify-body.ts';
import { credentialFaults } from './classify-credential.ts';
import { operationOf, prefixOf } from './operation-of.ts';
import { headerNames, isWhole, type RecordedExchange, type Recording } from './recorded-exchange.ts';
import type { RecordingContext } from './recording-context.ts';

/** What a recording shows as a whole: the target's state as far as its successes tell it. */
export function readContext(recording: Recording, { defaults }: Profile): RecordingContext {
  const prefix = prefixOf(recording);
  const synchronizers = new Set<string>();
  const permitted = new Set<Operation>();
  const accepted = new Map<string, number>();
  for (const [index, record] of recording.entries()) {
    const operation = operationOf(record, prefix);
    if (operation === undefined || !hasSucceeded(operation, record)) continue;
    if (credentialFaults(record).length === 0) permitted.add(operation);
    const { synchronizer } = requestOf(record);
    const prepared = preparedTransactionOf(record);
    if (operation === 'generate-topology' && isFaultless(record) && typeof synchronizer === 'string') {
      synchronizers.add(synchronizer);
    }
    if (operation === 'execute-submission' && prepared !== undefined && !accepted.has(prepared)) {
      accepted.set(prepared, index);
    }
  }
  const lists = { host: listsHeader(recording, 'host'), length: listsHeader(recording, 'content-length') };
  return { prefix, lists, synchronizers, permitted, accepted, ...defaults };
}

/** Whether the prepared transaction of a record was accepted before place `index` of the recording. */
export function wasAcceptedBefore(
  record: RecordedExchange,
  index: number,
  context: RecordingContext,
): boolean {
  const first = context.accepted.get(preparedTransactionOf(record) ?? '');
  return first !== undefined && first < index;
}

/** The prepared transaction of an execute body, where it is a text. */
function preparedTransactionOf(record: RecordedExchange): string | undefined {
  const { preparedTransaction } = requestOf(record);
  return typeof preparedTransaction === 'string' ? preparedTransaction : undefined;
}

function requestOf({ exchange }: RecordedExchange): Readonly<Record<string, unknown>> {
  const read = readJson(exchange.request.body);
  return 'value' in read && isObject(read.value) ? read.value : {};
}

function hasSucceeded(operation: Operation, { exchange, unreadable }: RecordedExchange): boolean {
  const { answer, failure } = exchange;
  if (answer === undefined || failure !== undefined || unreadable !== undefined) return false;
  return bodyOf(answer).length > 0 && succeeded(operation, answer);
}

/** A synchronizer counts as known where a request succeeded that has no fault of form. */
function isFaultless(record: RecordedExchange): boolean {
  return (
    isWhole(record) && readRequest('generate-topology', record.exchange.request.body).faults.length === 0
  );
}

function listsHeader(recording: Recording, name: string): boolean {
  return recording.some(({ exchange }) => headerNames(exchange.request.headers).includes(name));
}
