import { type JsonObject, readObject } from '../../json/read-json.ts';
import type { Profile } from '../../profiles/profile.ts';
import { type Operation, operations } from '../../schemas/openapi.ts';
import { bodyOf } from '../../wire/exchange.ts';
import { succeeded, wasAccepted } from '../answers/answer-kind.ts';
import { readRequest } from './classify-body.ts';
import { credentialFaults } from './classify-credential.ts';
import { headerNames, isWhole, type RecordedExchange, type Recording } from './reading/read-recording.ts';
import type { RecordingContext } from './recorded-operation.ts';
import { recordedOf } from './recorded-operations.ts';

/** What the records of a server, of all that there are, show: its state, as far as its successes reveal it. */
export function readContext(recording: Recording, all: Recording, { defaults }: Profile): RecordingContext {
  const isWithout = (record: RecordedExchange): boolean =>
    credentialFaults(record).some(({ credential }) => credential === 'none');
  const lists = {
    host: listsHeader(all, 'host'),
    length: listsHeader(all, 'content-length'),
    // Where no request has a credential and some succeed, the recorder leaves them out, or a proxy behind it adds them.
    credential:
      !recording.every(isWithout) || !recording.some(({ exchange }) => wasAccepted(exchange.answer)),
  };
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

const stems = Object.keys(operations) as Operation[];

/** Names that recordings give the operations. */
const byName: Readonly<Record<string, Operation>> = Object.fromEntries(
  stems.flatMap((stem) => [stem, ...[recordedOf(stem).alias ?? []].flat()].map((name) => [name, stem])),
);

/** The path of a target, unchanged: without query, scheme and host (absolute form, RFC 9112 §3.2.2). */
function pathOf(target: string): string {
  const [path = ''] = target.split('?', 1);
  return path.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, '');
}

/** The path as a server may normalise it: decoded, without dot segments and trailing slashes. */
function normalised(path: string): string {
  try {
    return new URL(decodeURIComponent(path).replace(/^\/+/, '/'), 'http://host').pathname.replace(
      /(?<!\/)\/+$/,
      '',
    );
  } catch {
    return path;
  }
}

/**
 * The operation of a record: by its name in the record, otherwise by its path, whatever the method. Undefined if it is
 * none of the interface.
 */
export function operationOf(record: RecordedExchange, prefix: string): Operation | undefined {
  const named = Object.hasOwn(byName, record.op) ? byName[record.op] : undefined;
  if (named !== undefined) return named;
  const path = normalised(pathOf(record.exchange.request.target));
  return stems.find((stem) => path === `${prefix}${operations[stem].path}`);
}

/** The most common path prefix before the documented paths, for a base URL with a path. */
function prefixOf(recording: Recording): string {
  const counts = new Map<string, number>();
  for (const { exchange } of recording) {
    const path = pathOf(exchange.request.target);
    const stem = stems.find((each) => path.endsWith(operations[each].path));
    if (stem === undefined) continue;
    const prefix = path.slice(0, -operations[stem].path.length);
    counts.set(prefix, (counts.get(prefix) ?? 0) + 1);
  }
  const [most] = [...counts].sort(([, a], [, b]) => b - a);
  return most?.[0] ?? '';
}
