import { encodedToken } from '../../generators/token-encoding.ts';
import { pageOf } from '../../preflight/page-parameters.ts';
import { claimantOfKind } from '../../requirements/claims.ts';
import type { Conductor } from '../../session/conductor.ts';
import type { OperationRequest } from '../../wire/operation-request.ts';
import { credentialChecks } from '../conduct/credentials.ts';
import { schemeChecks, sendValid } from '../conduct/schemes.ts';
import { validList } from './valid.ts';

/** A page with a size, the first page with an empty token, and the next page with a token from the target. */
async function pagesAsked(conductor: Conductor): Promise<OperationRequest[]> {
  const { pageSizeParameter: size, pageTokenParameter: token } = conductor.facts;
  let next: string | undefined;
  await conductor.inCase(
    { kind: 'page-for-its-token', as: claimantOfKind('large-page-size') },
    async (builder) => {
      next = pageOf(await builder.send('probe', { query: `${size}=2` }))?.next;
    },
  );
  return [
    { query: `${size}=2` },
    { query: `${token}=` },
    ...(next === undefined || next === '' ? [] : [{ query: `${size}=2&${token}=${encodedToken(next)}` }]),
  ];
}

/** The credential table and both schemes on list-users. */
export const listCredentialChecks = [
  ...credentialChecks('list-users', validList, pagesAsked),
  ...schemeChecks('list-users', sendValid(validList), validList),
];
