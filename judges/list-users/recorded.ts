import type { Sink } from '../../journal/judgement.ts';
import { requirementForKind } from '../../requirements/requirement-for.ts';
import type { Exchange } from '../../wire/exchange.ts';
import { fault, type RecordedFault } from '../recorded/fault.ts';
import { queryOf } from '../recorded/reading/read-recording.ts';
import type { RecordedOperation } from '../recorded/recorded-operation.ts';
import { pageOf } from './page.ts';

export const recorded: RecordedOperation = {
  // Any page size may be rejected (ruling 17), and it is unknown whether a page token came from the target. An empty
  // token is the same as none (ruling 16).
  parameterFaults: (name, value, { pageSizeParameter, pageTokenParameter }) => {
    if (name === pageSizeParameter) return [pageSizeFault(value)];
    if (name !== pageTokenParameter) return undefined;
    return value === '' ? [] : [queryFault('odd-page-token', 'a page token')];
  },
  unknownParameters: 'LU-OPEN-PARAMETERS',
  judgeAnswer: (sink, exchange, { defaults }) => judgePageSize(sink, exchange, defaults.pageSizeParameter),
};

const greatestInt32 = 2_147_483_647;

/** A page size that is certainly valid: a positive int32 in plain digits. */
function pageSizeOf(value: string): number | undefined {
  const size = /^[1-9]\d{0,9}$/.test(value) ? Number(value) : 0;
  return size > 0 && size <= greatestInt32 ? size : undefined;
}

function pageSizeFault(value: string): RecordedFault {
  const isPlain = pageSizeOf(value) !== undefined;
  return isPlain
    ? queryFault('large-page-size', `a page size of ${value}`)
    : queryFault('odd-page-size', 'a page size that is not a positive int32');
}

function queryFault(kind: string, name: string): RecordedFault {
  return fault(requirementForKind(kind), '', kind, name);
}

/** A page has at most as many users as requested (ruling 17); sizes that are not a positive int32 are ignored. */
function judgePageSize(sink: Sink, exchange: Exchange, parameter: string): void {
  const [, value = ''] = queryOf(exchange.request.target).find(([name]) => name === parameter) ?? [];
  const asked = pageSizeOf(value);
  const page = pageOf(exchange);
  if (asked === undefined || page === undefined) return;
  sink.judged('LU-PAGE-SIZE');
  if (page.ids.length <= asked) return;
  sink.finding({
    requirement: 'LU-PAGE-SIZE',
    operation: 'list-users',
    kind: 'page-too-large',
    parameters: {},
    pointer: '/users',
    actual: `${page.ids.length} users instead of at most ${asked}`,
    exchanges: [exchange.id],
  });
}
