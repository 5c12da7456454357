import type { Sink } from '../../journal/judgement.ts';
import { pageOf } from '../../preflight/page-parameters.ts';
import { pageSizeOf } from './classify-query.ts';
import { queryOf } from './query.ts';
import type { RecordedExchange } from './recorded-exchange.ts';

/** A page has at most the asked number of elements (ruling 17); sizes that are no positive int32 ask for nothing. */
export function judgePageSize(sink: Sink, { exchange }: RecordedExchange, parameter: string): void {
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
    actual: `${page.ids.length} users where ${asked} were asked for`,
    exchanges: [exchange.id],
  });
}
