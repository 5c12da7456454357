import { describe, expect, it } from 'vitest';
import {
  changed,
  findingsIn,
  generate,
  judgedLines,
  recorded,
  refusedWithObject,
  refusedWithText,
} from './made-recording.ts';

const good = recorded('gen.ok.minimal');
const users = recorded('users.ok.default');
const accepted = {};
const bearer = [['Authorization', 'Bearer <jwt>']] as const;

describe('credentials', () => {
  const as = (name: string, response: object) =>
    findingsIn([users, changed('auth.list-users.expired', { response }, `auth.list-users.${name}`)]);
  const { status, reason, headers, body } = users.response ?? {};
  const success = { status: status ?? 0, reason: reason ?? '', headers: headers ?? [], body: body ?? '' };

  const ordinary = users.request.headers.filter(([name]) => name !== 'Authorization');
  const requirementOf = (name: string, credential: readonly (readonly [string, string])[] = bearer) => {
    const request = { headers: [...ordinary, ...credential] };
    const made = changed('users.ok.default', { request }, name);
    const { judged } = judgedLines([users, made]);
    return judged[1]?.classification.requirement;
  };

  it.each([
    ['expired', 'AUTH-EXPIRED'],
    ['alg-none', 'AUTH-ALG-NONE'],
    ['no-signature', 'AUTH-SIGNATURE-MISSING'],
    ['bad-signature', 'AUTH-SIGNATURE-ALTERED'],
    ['swp-other-secret', 'AUTH-OTHER-SECRET'],
    ['payload-changed', 'AUTH-PAYLOAD-CHANGED'],
    ['payload-not-json', 'AUTH-NOT-JWT'],
    ['expired-6m', 'AUTH-EXPIRED'],
    ['expired-301s', 'AUTH-EXPIRED'],
    ['EXP-beside', 'AUTH-EXPIRED'],
    ['exp-twice', 'AUTH-EXPIRED'],
    ['empty-key', 'AUTH-OTHER-SECRET'],
    ['text-behind', 'AUTH-TOKEN-EXACT'],
    ['comma', 'AUTH-TOKEN-EXACT'],
    ['twice', 'AUTH-TOKEN-EXACT'],
    ['case-signature', 'AUTH-TOKEN-EXACT'],
    ['case-payload', 'AUTH-TOKEN-EXACT'],
    ['line-inside', 'AUTH-TOKEN-EXACT'],
  ])('must refuse a token that the record calls %s', (name, requirement) => {
    expect(as(name, success)).toEqual([`auth.list-users.${name} ${requirement}`]);
  });

  it.each([
    ['expired-1s', 'AUTH-OPEN-LEEWAY'],
    ['expired-300s', 'AUTH-OPEN-LEEWAY'],
    ['expired-4m', 'AUTH-OPEN-LEEWAY'],
    ['nbf-1h', 'AUTH-OPEN-NOT-BEFORE'],
    ['iat-1h', 'AUTH-OPEN-NOT-BEFORE'],
    ['exp-digits', 'AUTH-OPEN-CLAIMS'],
    ['other-sub', 'AUTH-OPEN-CLAIMS'],
    ['hs512', 'AUTH-OPEN-OTHER-HMAC'],
    ['alg-lower', 'AUTH-OPEN-OTHER-HMAC'],
    ['kid', 'AUTH-OPEN-TOKEN-HEADER'],
    ['crit', 'AUTH-OPEN-TOKEN-HEADER'],
    ['padding', 'AUTH-OPEN-TOKEN-FORM'],
    ['dot-behind', 'AUTH-OPEN-TOKEN-FORM'],
    ['two-blanks', 'AUTH-OPEN-TOKEN-FORM'],
    ['tab', 'AUTH-OPEN-TOKEN-FORM'],
    ['blank-behind', 'AUTH-OPEN-TOKEN-FORM'],
  ])('may take or refuse a token that the record calls %s, with the error object', (name, requirement) => {
    const said = `auth.list-users.${name}`;
    expect(as(name, success)).toEqual([]);
    expect(as(name, { ...refusedWithObject, status: 403 })).toEqual([]);
    expect(as(name, refusedWithText)).toEqual([`${said} LU-FAILURE-FORM`]);
    expect(requirementOf(said)).toBe(requirement);
  });

  it.each([
    ['Bearer <jwt> text', 'AUTH-TOKEN-EXACT'],
    ['Bearer <jwt>,<jwt>', 'AUTH-TOKEN-EXACT'],
    ['Bearer Bearer <jwt>', 'AUTH-OPEN-TOKEN-FORM'],
    ['Bearer Token <jwt>', 'AUTH-OPEN-TOKEN-FORM'],
    ['Bearer<jwt>', 'AUTH-OPEN-TOKEN-FORM'],
    ['<jwt>', 'AUTH-OPEN-TOKEN-FORM'],
    ['Bearer: <jwt>', 'AUTH-OPEN-TOKEN-FORM'],
    ['Bearer ,<jwt>', 'AUTH-TOKEN-EXACT'],
    ['Bearer <jwt>=', 'AUTH-OPEN-TOKEN-FORM'],
    ['Bearer <jwt>.', 'AUTH-OPEN-TOKEN-FORM'],
    ['Bearer\t<jwt>', 'AUTH-OPEN-TOKEN-FORM'],
    ['Bearer   <jwt>', 'AUTH-OPEN-TOKEN-FORM'],
  ])('reads what is around the token in %j', (value, requirement) => {
    expect(requirementOf('made', [['Authorization', value]])).toBe(requirement);
  });

  describe('a token that stands in the recording', () => {
    const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
    const date = Date.parse(headers?.find(([name]) => name === 'Date')?.[1] ?? '') / 1_000;
    const token = (claims: object, alg = 'HS256', signature = '.c2lnbmF0dXJl'): string =>
      `${encode({ alg })}.${encode({ sub: 'u', ...claims })}${signature}`;
    const valid = { exp: date + 60 };

    it.each([
      ['alg none', token(valid, 'none', '.'), 'AUTH-ALG-NONE'],
      ['alg nOnE with a signature', token(valid, 'nOnE'), 'AUTH-ALG-NONE'],
      ['an empty signature', token(valid, 'HS256', '.'), 'AUTH-SIGNATURE-MISSING'],
      ['two parts', token(valid, 'HS256', ''), 'AUTH-SIGNATURE-MISSING'],
      ['an end six minutes ago', token({ exp: date - 360 }), 'AUTH-EXPIRED'],
    ])('must be refused for %s, whatever the record is called', (_what, text, requirement) => {
      for (const scheme of ['Bearer ', ''])
        expect(requirementOf('made', [['Authorization', `${scheme}${text}`]])).toBe(requirement);
      expect(requirementOf('made', [['Sec-WebSocket-Protocol', `jwt.token.${text}`]])).toBe(requirement);
      const request = { headers: [...ordinary, ['Authorization', `Bearer ${text}`]] as never };
      expect(findingsIn([users, changed('users.ok.default', { request, response: success }, 'made')])).toEqual([
        `made ${requirement}`,
      ]);
    });

    it.each([
      ['an end a minute ago', token({ exp: date - 60 }), 'AUTH-OPEN-LEEWAY'],
      ['a beginning in a minute', token({ ...valid, nbf: date + 60 }), 'AUTH-OPEN-NOT-BEFORE'],
      ['nothing', token(valid), 'AUTH-OPEN-STATUS'],
    ])('may be refused for %s', (_what, text, requirement) => {
      expect(requirementOf('made', [['Authorization', `Bearer ${text}`]])).toBe(requirement);
    });
  });

  it('judges each request on one connection by its own word', () => {
    const on = (word: string, response: object) =>
      findingsIn([
        users,
        changed('auth.list-users.expired', { response }, `auth.connection.valid-variant.1.${word}`),
      ]);
    const refused = { ...refusedWithObject, status: 403 };
    const name = 'auth.connection.valid-variant.1';
    expect(on('variant', success)).toEqual([`${name}.variant AUTH-STAYS-WRONG`]);
    expect(on('variant', refused)).toEqual([]);
    expect(on('valid', success)).toEqual([]);
    expect(on('valid', refused)).toEqual([`${name}.valid LU-SUCCESS`]);
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
