import { requirementForKind } from '../../requirements/requirement-for.ts';
import { queryOf } from '../../wire/exchange.ts';
import { fault, type RecordedFault } from '../recorded/fault.ts';
import type { RecordedOperation } from '../recorded/recorded-operation.ts';
import { judgePageSize } from './judge-sizes.ts';
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
  // Sizes that are not a positive int32 are ignored.
  judgeAnswer(sink, exchange, { defaults: { pageSizeParameter } }) {
    const value = queryOf(exchange.request.target).get(pageSizeParameter) ?? '';
    const page = pageOf(exchange);
    if (page !== undefined) judgePageSize(sink, { ...page, asked: pageSizeOf(value), exchange: exchange.id });
  },
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
