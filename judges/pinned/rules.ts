import { valueAt } from '../../json/json-pointer.ts';
import { shown } from '../../json/read-json.ts';
import { judgeOrder, judgePage, judgePageStart } from './pages.ts';
import { judgeFingerprint, judgeMultiHash, judgePartyId } from './party.ts';
import { judgeKey, judgeKeyException } from './read-key.ts';
import { judgeThreshold, judgeTopologyTransactions } from './topology-transactions.ts';
import { judgeCorrelation, judgeTrace } from './trace.ts';
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
