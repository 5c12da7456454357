import { claimantOfKind } from '../../requirements/claims.ts';
import { sampleChecks } from '../conduct/sample.ts';

/** Fields of a page and of its users: judged on every success of the run; three are sent here. */
export const responseChecks = sampleChecks(
  'list-users',
  [
    'LU-RES-MEDIA',
    'LU-RES-USERS',
    'LU-RES-NEXTPAGETOKEN',
    'LU-USER',
    'LU-USER-ID',
    'LU-USER-PRIMARYPARTY',
    'LU-USER-ISDEACTIVATED',
    'LU-USER-METADATA',
    'LU-USER-RESOURCEVERSION',
    'LU-USER-ANNOTATIONS',
    'LU-USER-IDENTITYPROVIDERID',
    'LU-OPEN-UNKNOWN-FIELDS',
    'LU-OPEN-USER-FIELDS',
    'LU-OPEN-NULLS',
    'LU-OPEN-ORDER',
    'LU-OPEN-PAGESIZE-DEFAULT',
    'LU-OPEN-PARAMETERS',
    'HTTP-OPEN-SUCCESS-STATUS',
  ],
  ({ facts }) => [
    { draft: { kind: 'no-parameters', as: 'LU-SUCCESS' }, request: {} },
    {
      draft: { kind: 'empty-page-token', as: 'LU-SUCCESS' },
      request: { query: `${facts.pageTokenParameter}=` },
    },
    // The size may be rejected, which is observed elsewhere; any page is enough here.
    {
      draft: { kind: 'large-page-size', detail: '2', as: claimantOfKind('large-page-size') },
      request: { query: `${facts.pageSizeParameter}=2` },
    },
  ],
);
