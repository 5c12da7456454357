import type { Request, Run, Steps } from '../../engine/check.ts';
import { encodedToken } from '../../generators/token-encoding.ts';
import { pageOf } from '../../judges/list-users/page.ts';
import { declareCredentials } from '../shared/credentials.ts';
import { openingIdle } from '../shared/idle-connections.ts';
import { declareSchemes } from '../shared/schemes.ts';
import { validList } from './traffic.ts';

declareCredentials('list-users', validList, {
  others: pagesAsked,
  first: (parts) => openingIdle(validList, parts),
});
declareSchemes('list-users', validList);

/** A page with a size, the first page with an empty token, and the next page with a token from the target. */
function* pagesAsked(run: Run): Steps<Request[]> {
  const { pageSizeParameter: size, pageTokenParameter: token } = run.facts;
  const exchange = yield* run.send({
    kind: 'page-for-its-token',
    as: 'LU-OPEN-PAGESIZE-MAXIMUM',
    request: { query: `${size}=2` },
  });
  const next = exchange === undefined ? undefined : pageOf(exchange)?.next;
  return [
    { query: `${size}=2` },
    { query: `${token}=` },
    ...(next === undefined || next === '' ? [] : [{ query: `${size}=2&${token}=${encodedToken(next)}` }]),
  ];
}
