import type { Run, Steps } from '../../engine/check.ts';
import { encodedToken } from '../../generators/token-encoding.ts';
import { pageOf } from '../../judges/list-users/page.ts';
import type { OperationRequest } from '../../wire/operation-request.ts';
import { declareCredentials } from '../shared/credentials.ts';
import { openingIdle } from '../shared/idle-connections.ts';
import { declareSchemes } from '../shared/schemes.ts';
import { validList } from './valid.ts';

declareCredentials('list-users', validList, {
  others: pagesAsked,
  first: (parts) => openingIdle(validList, parts),
});
declareSchemes('list-users', validList);

/** A page with a size, the first page with an empty token, and the next page with a token from the target. */
function* pagesAsked(run: Run): Steps<OperationRequest[]> {
  const { pageSizeParameter: size, pageTokenParameter: token } = run.facts;
  let next: string | undefined;
  yield* run.open({ kind: 'page-for-its-token', as: 'LU-OPEN-PAGESIZE-MAXIMUM' }, function* (open) {
    next = pageOf(yield* open.send('probe', { query: `${size}=2` }))?.next;
  });
  return [
    { query: `${size}=2` },
    { query: `${token}=` },
    ...(next === undefined || next === '' ? [] : [{ query: `${size}=2&${token}=${encodedToken(next)}` }]),
  ];
}
