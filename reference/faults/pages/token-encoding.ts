import type { Query } from '../../decode.ts';
import type { ListUsersRequest } from '../../requests.ts';
import { changePerform, changeStage } from '../change-stage.ts';
import type { Change } from '../fault.ts';
import { breaking, faultsOf } from '../fault-row.ts';
import { refuseValid } from '../refuse-valid.ts';

/** Reads another query than the one that was sent. */
function misread(change: (query: string) => string): Change {
  return changeStage('decodeQuery', (decode, { fire }) => (call) => {
    const [path, query = ''] = call.target.split(/\?(.*)/s);
    const changed = call.operation === 'list-users' ? change(query) : query;
    if (changed === query) return decode(call);
    fire();
    return decode({ ...call, target: `${path}?${changed}` });
  });
}

/** Puts a text in front of each page token; a token without it is invalid. */
function tokensWith(front: string, change: Change): Change {
  return (behaviour, context) => {
    const read = changeStage('decodeQuery', (decode) => (call) => {
      const decoded = decode(call);
      if ('refusal' in decoded || call.operation !== 'list-users') return decoded;
      const query = decoded.value as Query;
      const [token = ''] = query.pageToken ?? [];
      if (token === '') return decoded;
      const inner = token.startsWith(front) ? token.slice(front.length) : '!';
      return { value: { ...query, pageToken: [inner] } };
    });
    const write = changePerform('list-users', (perform) => async (request, call) => {
      const page = await perform(request, call);
      const { nextPageToken = '' } = page;
      return nextPageToken === '' ? page : { ...page, nextPageToken: `${front}${nextPageToken}` };
    });
    return write(read(change(behaviour, context), context), context);
  };
}

const unreserved = /%(?=4[1-9a-f]|5[0-9af]|6[1-9a-f]|7[0-9ae]|3[0-9]|2[de])/gi;

/** Page tokens that are read correctly only in one of their valid encodings (ruling 37). */
export const tokenEncodingFaults = faultsOf(
  'list-users',
  breaking(['LU-PAGE-CONTINUES', 'LU-PAGE-COMPLETE', 'LU-SUCCESS'], {
    'lower-case-hex-is-not-decoded': ['Percent-encoding in lower case is not decoded.', misread((query) => query.replace(/%(?=[a-f].|.[a-f])/g, '%25'))],
    'encoded-letters-are-not-decoded': [
      'Percent-encoded letters, digits, hyphens and full stops are not decoded.',
      misread((query) => query.replace(unreserved, '%25')),
    ],
    'raw-equals-sign-cuts-the-token': [
      'A page token ends at an equals sign that is not percent-encoded.',
      tokensWith(
        'after=',
        misread((query) => query.replace(/(pageToken=[^&=]*)=[^&]*/, '$1')),
      ),
    ],
    'raw-comma-cuts-the-token': [
      'A page token ends at a comma that is not percent-encoded.',
      tokensWith(
        '1,',
        misread((query) => query.replace(/(pageToken=[^&,]*),[^&]*/, '$1')),
      ),
    ],
    'raw-slash-in-the-query-is-refused': [
      'A slash in the query that is not percent-encoded is rejected.',
      tokensWith(
        'users/',
        refuseValid('list-users', 'The query holds a slash.', ({ target }) => /\?.*\//.test(target)),
      ),
    ],
    'token-is-decoded-twice': [
      'A page token is percent-decoded twice.',
      tokensWith(
        '100%25/',
        misread((query) => query.replace(/%25/g, '%')),
      ),
    ],
    'encoded-token-of-many-triplets-is-refused': [
      'A page token with more than eight percent-encoded characters is rejected.',
      refuseValid('list-users', 'The pageToken is malformed.', ({ target, input }) => {
        const [token = ''] = (input as ListUsersRequest).pageToken ?? [];
        return token !== '' && (target.match(/%/g) ?? []).length > 8;
      }),
    ],
  }),
);
