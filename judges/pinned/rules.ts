import { valueAt } from '../../json/json-pointer.ts';
import { isObject, shown } from '../../json/read-json.ts';
import { definitionOf } from '../../operations/operations.ts';
import { judgeOrder, judgePage, judgePageStart } from './pages.ts';
import { judgeFingerprint, judgeMultiHash, judgePartyId } from './party.ts';
import { judgeKey, judgeKeyException } from './read-key.ts';
import { judgeThreshold, judgeTopologyTransactions } from './topology-transactions.ts';
import type { PinnedRule } from './view.ts';

const nanosPointer = '/deduplicationPeriod/DeduplicationDuration/value/nanos';

/** The number grammar of JSON: the decoder accepts such a number in a string, too. */
const numeric = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

/** An uncaught exception is answered only to a duration with a fraction of a microsecond. */
const judgeDuration: PinnedRule = ({ request }) => {
  const nanos = valueAt(request.body, nanosPointer);
  const read = typeof nanos === 'string' && numeric.test(nanos) ? Number(nanos) : nanos;
  if (typeof read === 'number' && read % 1_000 !== 0) return undefined;
  return { kind: 'duration-whole', actual: `nanos: ${shown(nanos)}` };
};

/**
 * The trace id of an error is that of the request (W3C `traceparent`) if it has one, also in the error's context. The target
 * reads the name in lower case alone; on a kept connection, which is any that a request does not close, the first spelling
 * counts for the requests behind it, which are not known here.
 */
export const judgeTrace: PinnedRule = ({ request, answer }) => {
  if (!isObject(answer.body)) return 'silent';
  const { traceId, context } = answer.body;
  if (traceId === null) return undefined;
  const given = /^00-([0-9a-f]{32})-[0-9a-f]{16}-/.exec(request.headers.traceparent ?? '')?.[1];
  const isKept = !/\bclose\b/i.test(request.headers.connection ?? '');
  const isRead = request.headerNames.includes('traceparent') && !isKept;
  const isNull = given === undefined || /^0+$/.test(given);
  if (isRead && !isNull && traceId !== given) {
    return { kind: 'trace-id-wrong', pointer: '/traceId', actual: shown(traceId) };
  }
  const told = isObject(context) ? context.tid : undefined;
  if (told === undefined || told === traceId) return undefined;
  return { kind: 'tid-wrong', pointer: '/context/tid', actual: shown(told) };
};

/** The longest correlation id; a longer one is cut, with three full stops at its end. */
const longest = 256;

/** The correlation id of an error is null, its trace id, or the submission id of the request. */
const judgeCorrelation: PinnedRule = ({ operation, request, answer }) => {
  if (!isObject(answer.body)) return 'silent';
  const { correlationId, traceId } = answer.body;
  if (correlationId === null || correlationId === traceId) return undefined;
  const member = definitionOf(operation).correlationMember;
  const id = member !== undefined && isObject(request.body) ? request.body[member] : undefined;
  // The target replaces an empty id with a new one, and replaces unreadable characters.
  const isUnreadable = member !== undefined && request.body === null;
  const isReplaced = typeof id === 'string' && (id === '' || /\p{Surrogate}/u.test(id));
  if (isUnreadable || isReplaced) return 'silent';
  if (typeof id === 'string' && correlationId === cut(id)) return undefined;
  return {
    pointer: '/correlationId',
    kind: 'correlation-id-wrong',
    actual: shown(correlationId),
  };
};

function cut(id: string): string {
  return id.length > longest ? `${id.slice(0, longest - 3)}...` : id;
}

/** Computations that a schema cannot express, by the names that profiles use. */
export const rules: Readonly<Record<string, PinnedRule>> = {
  key: judgeKey,
  'key-exception': judgeKeyException,
  fingerprint: judgeFingerprint,
  'party-id': judgePartyId,
  'topology-transactions': judgeTopologyTransactions,
  threshold: judgeThreshold,
  'multi-hash': judgeMultiHash,
  order: judgeOrder,
  page: judgePage,
  'page-start': judgePageStart,
  trace: judgeTrace,
  correlation: judgeCorrelation,
  duration: judgeDuration,
};
