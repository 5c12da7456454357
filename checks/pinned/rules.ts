import { judgeDuration } from './duration.ts';
import type { PinnedRule } from './mismatch.ts';
import { judgeMultiHash } from './multi-hash.ts';
import { judgeOrder, judgePage, judgePageStart } from './pages.ts';
import { judgeFingerprint, judgePartyId } from './party.ts';
import { judgeKey, judgeKeyException } from './read-key.ts';
import { judgeThreshold, judgeTopologyTransactions } from './topology-transactions.ts';
import { judgeCorrelation, judgeTrace } from './trace.ts';

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
