import { valueAt } from '../../json/json-pointer.ts';
import { shown } from '../../json/read-json.ts';
import type { PinnedRule } from './mismatch.ts';

const nanosPointer = '/deduplicationPeriod/DeduplicationDuration/value/nanos';

/** The number grammar of JSON: the decoder accepts such a number in a string, too. */
const numeric = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

/** An uncaught exception is answered only to a duration with a fraction of a microsecond. */
export const judgeDuration: PinnedRule = ({ request }) => {
  const nanos = valueAt(request.body, nanosPointer);
  const read = typeof nanos === 'string' && numeric.test(nanos) ? Number(nanos) : nanos;
  if (typeof read === 'number' && read % 1_000 !== 0) return undefined;
  return { kind: 'duration-whole', actual: `nanos: ${shown(nanos)}` };
};
