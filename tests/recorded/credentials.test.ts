import { describe, expect, it } from 'vitest';
import {
  changed,
  findingsIn,
  generate,
  recorded,
  refusedWithObject,
  refusedWithText,
} from './made-recording.ts';

const good = recorded('gen.ok.minimal');
const users = recorded('users.ok.default');
const accepted = {};

describe('credentials', () => {
  const as = (name: string, response: object) =>
    findingsIn([users, changed('auth.list-users.expired', { response }, `auth.list-users.${name}`)]);
  const { status, reason, headers, body } = users.response ?? {};
  const success = { status: status ?? 0, reason: reason ?? '', headers: headers ?? [], body: body ?? '' };

  it.each([
    ['expired', 'AUTH-EXPIRED'],
    ['alg-none', 'AUTH-ALG-NONE'],
    ['no-signature', 'AUTH-SIGNATURE-MISSING'],
    ['bad-signature', 'AUTH-SIGNATURE-ALTERED'],
    ['swp-other-secret', 'AUTH-OTHER-SECRET'],
    ['payload-changed', 'AUTH-PAYLOAD-CHANGED'],
    ['payload-not-json', 'AUTH-NOT-JWT'],
  ])('must refuse a token that the record calls %s', (name, requirement) => {
    expect(as(name, success)).toEqual([`auth.list-users.${name} ${requirement}`]);
  });

  it('may take or refuse a token of which no ruling speaks, with the error object', () => {
    expect(as('user-of-some-kind', success)).toEqual([]);
    expect(as('user-of-some-kind', { ...refusedWithObject, status: 403 })).toEqual([]);
    expect(as('user-of-some-kind', refusedWithText)).toEqual([
      'auth.list-users.user-of-some-kind LU-FAILURE-FORM',
    ]);
  });

  it.each([
    [[], 'AUTH-REQUIRED'],
    [[['Authorization', 'Bearer   ']], 'AUTH-EMPTY'],
    [[['Authorization', 'nonsense']], 'AUTH-NOT-JWT'],
    [[['Authorization', 'Basic <jwt>']], 'AUTH-BASIC'],
    [[['Sec-WebSocket-Protocol', 'daml.ws.auth']], 'AUTH-REQUIRED'],
    [[['Sec-WebSocket-Protocol', 'jwt.token.']], 'AUTH-EMPTY'],
    [
      [
        ['Authorization', 'Bearer x'],
        ['Sec-WebSocket-Protocol', 'jwt.token.y'],
      ],
      'AUTH-NOT-JWT',
    ],
  ] as const)('must refuse %j, whatever the record is called', (credential, requirement) => {
    const other = users.request.headers.filter(([name]) => name !== 'Authorization');
    const made = changed('users.ok.default', { request: { headers: [...other, ...credential] } }, 'made');
    expect(findingsIn([users, made])).toEqual([`made ${requirement}`]);
  });

  it('lets the form of either fault pass where credential and body are both wrong, but no success', () => {
    const anonymous = good.request.headers.filter(([name]) => name !== 'Authorization');
    expect(generate('{', refusedWithText, anonymous)).toEqual([]);
    expect(generate('{', { ...refusedWithObject, status: 403 }, anonymous)).toEqual([]);
    expect(generate('{', accepted, anonymous)).toContain('made AUTH-REQUIRED');
    expect(generate(good.request.body, refusedWithText, anonymous)).toEqual(['made GT-FAILURE-FORM']);
  });

  it('blames what must be refused before what should be', () => {
    const basic = good.request.headers.map(([name, value]): readonly [string, string] => [
      name,
      name === 'Authorization' ? 'Basic <jwt>' : value,
    ]);
    expect(generate(good.request.body, accepted, basic)).toEqual(['made AUTH-BASIC']);
    expect(generate('{', accepted, basic)).toEqual(['made GT-BODY']);
  });

  it('takes a refusal for a lacking right where the token was never seen to work on the operation', () => {
    const refused = changed('users.ok.default', { response: { ...refusedWithObject, status: 403 } });
    expect(findingsIn([refused])).toEqual([]);
    expect(findingsIn([refused, users])).toEqual(['users.ok.default LU-SUCCESS']);
  });

  it('sees a token that an error repeats', () => {
    const echo = JSON.stringify({ code: 'A', cause: 'bad token <jwt>', context: {}, errorCategory: 6 });
    expect(as('expired', { ...refusedWithObject, status: 403, body: echo })).toEqual([
      'auth.list-users.expired ERR-NO-LEAK',
    ]);
  });
});
