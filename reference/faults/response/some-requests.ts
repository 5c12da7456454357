import type { Call } from '../../call.ts';
import { drop, media, set, text, value } from '../../rows/answers.ts';
import { breaking, failure, not, success, target, textAt, when, without } from '../../rows/conditions.ts';
import { leaveOut } from '../../rows/list-users.ts';
import { closed, stopped } from '../../rows/sending.ts';
import { isObject, type Json } from '../../rules/json-types.ts';
import type { Fault } from '../fault.ts';
import { quoteOf } from '../quotes.ts';
import { EX, faults, LU, showing } from '../table.ts';

const submissionId = (call: Call): string => textAt(call, '/submissionId');
const invalid = failure('structural');

/** Answers of execute that are wrong only for some requests. */
export const someSubmissions: readonly Fault[] = [
  ...showing('value', [
    ...faults(EX, 'ERR-OBJECT', invalid, {
      'error-for-long-submission-id-is-cut': [
        'The error object for a submissionId of 255 characters or more ends in the middle.',
        text((json) => json.slice(0, 80)),
        when((call) => submissionId(call).length >= 255),
      ],
      'error-for-quotation-mark-is-not-escaped': [
        'The error object repeats a submissionId with a quotation mark without an escape.',
        text((json, call) => json.replace(/\}$/, () => `,"submission":"${submissionId(call)}"}`)),
        when((call) => submissionId(call).includes('"')),
      ],
    }),
    ...faults(EX, 'ERR-CAUSE', invalid, {
      'error-for-second-party-lacks-cause': ['The error object for a second party has no cause.', drop('/cause'), breaking(/^several parties/)],
    }),
    ...faults(EX, 'EX-FAILURE-FORM', invalid, {
      'error-for-unknown-hashing-scheme-is-text': [
        'An unknown hashingSchemeVersion gets text/plain.',
        [text('The hashing scheme is unknown.'), media('text/plain')],
        breaking(/ \/hashingSchemeVersion$/),
      ],
      'error-for-deduplication-is-html': [
        'A deduplicationPeriod of another type gets an HTML page.',
        [text('<html>Error</html>'), media('text/html')],
        breaking(/ \/deduplicationPeriod/),
      ],
    }),
  ]),
  ...showing('optional-field', [
    ...faults(EX, 'EX-RES-OBJECT', success, {
      'success-with-min-ledger-time-is-null': ['A submission with minLedgerTime is answered null.', value(() => null), not(without('/minLedgerTime'))],
    }),
    ...faults(EX, 'EX-RES-MEDIA', success, {
      'success-with-user-id-is-text': ['A submission with userId is answered under text/plain.', media('text/plain'), not(without('/userId'))],
    }),
  ]),
];

const seventeenth = 'user-0017';
const withToken = target(/pageToken=./);
const user17 = (change: (user: Json) => Json) => set('/users/*', (user: Json) => (isObject(user) && user.id === seventeenth ? change(user) : user));
const state = { only: 'state' } as const;

/** Pages that are wrong only for some users, or in some places of a chain. */
export const someUsers: readonly Fault[] = [
  ...faults(LU, 'LU-USER-ISDEACTIVATED', success, {
    'user-17-has-flag-as-text': ['isDeactivated of one user in the middle is "no".', user17((user) => ({ ...user, isDeactivated: 'no' }))],
  }),
  ...faults(LU, 'LU-USER-ANNOTATIONS', success, {
    'user-17-has-annotation-as-number': [
      'One user in the middle has an annotation that is a number.',
      user17((user) => ({ ...user, metadata: { resourceVersion: '0', annotations: { a: 'b', priority: 2 } } })),
    ],
  }),
  ...faults(LU, 'LU-PAGE-COMPLETE', {
    'user-17-is-lost-behind-a-token': [
      'One user is missing from every page after the first.',
      leaveOut(({ id }, _, { token }) => token !== '' && id === seventeenth),
      state,
    ],
  }),
  ...faults(LU, 'LU-RES-MEDIA', [success, withToken], {
    'last-page-is-html': [
      'The last page of a chain of several has Content-Type text/html.',
      media('text/html'),
      { under: when((call) => call.value?.nextPageToken === ''), ...state },
    ],
  }),
  ...faults(LU, ['LU-PAGE-EMPTYTOKEN', 'LU-SUCCESS'], target(/pageToken=(&|$)/), {
    'empty-token-closes-connection': ['A request with an empty page token closes the connection.', closed],
  }),
  ...faults(LU, ['LU-SUCCESS', 'LU-PAGE-CONTINUES', 'LU-PAGE-COMPLETE'], [success, withToken], {
    'page-behind-a-token-stops': [
      'A page after a token stops in the middle, and its connection stays open.',
      stopped,
      { quote: quoteOf('LU-PAGE-CONTINUES'), ...state },
    ],
  }),
];
