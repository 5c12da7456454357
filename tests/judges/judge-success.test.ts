import { describe, expect, test } from 'vitest';
import { answered, caseOf, condemned, json, judge, observed } from './records.ts';

const topology = {
  partyId: 'hint::1220',
  publicKeyFingerprint: '1220',
  topologyTransactions: ['CgJhYRAe'],
  multiHash: 'h',
};

const generate = (answer: Parameters<typeof condemned>[0] | ReturnType<typeof json>) =>
  judge(caseOf('generate-topology', 'GT-SUCCESS', [{ answer: answer as ReturnType<typeof json> }]));
const execute = (answer: ReturnType<typeof json>) =>
  judge(caseOf('execute-submission', 'EX-SUCCESS', [{ answer }]));
const list = (answer: ReturnType<typeof json>) => judge(caseOf('list-users', 'LU-SUCCESS', [{ answer }]));
const oneUser = (user: unknown) => list(json(200, { users: [user] }));

test('Generate-topology succeeds with exactly 200, the others with any 2xx, which is observed.', () => {
  expect(condemned(generate(json(201, topology)))).toEqual(['GT-SUCCESS']);
  expect(condemned(execute(json(202, {})))).toEqual([]);
  expect(observed(list(json(206, {})), 'HTTP-OPEN-SUCCESS-STATUS')).toEqual(['206']);
});

describe.each([
  ['generate-topology', 'GT-SUCCESS', 'GT-RES-MEDIA', 'GT-RES-MEDIA'],
  ['execute-submission', 'EX-SUCCESS', 'EX-RES-MEDIA', 'EX-RES-OBJECT'],
  ['list-users', 'LU-SUCCESS', 'LU-RES-MEDIA', 'LU-RES-MEDIA'],
] as const)('a success of %s', (operation, id, media, object) => {
  const judged = (answer: ReturnType<typeof json>) => judge(caseOf(operation, id, [{ answer }]));

  test.each([
    ['no Content-Type', answered(200, null, '{}')],
    ['text', answered(200, 'text/plain', '{}')],
    ['no content', answered(204, null)],
    ['an empty body', answered(200, 'application/json')],
    ['two JSON values', answered(200, 'application/json', '{}{}')],
    ['invalid UTF-8', answered(200, 'application/json', Buffer.from([0x22, 0xff, 0x22]))],
  ])('with %s breaks its media type.', (_name, answer) => {
    const judgement = judged(answer);
    expect(condemned(judgement).filter((each) => each !== 'GT-SUCCESS')).toEqual([media]);
    expect(judgement.control).toBe('failed');
  });

  test.each(['[]', 'null', '"text"', '0'])('that is %s is no object.', (body) => {
    expect(condemned(judged(answered(200, 'application/json', body)))).toEqual([object]);
  });
});

test('A media type in other case, with parameters or a +json suffix is JSON.', () => {
  for (const type of ['Application/JSON; charset=utf-8', 'application/ledger+json'])
    expect(condemned(execute(answered(200, type, '{}')))).toEqual([]);
});

describe('a field of a generate-topology answer', () => {
  test.each<[string, object, string]>([
    ['partyId missing', { partyId: undefined }, 'GT-RES-PARTYID'],
    ['partyId null', { partyId: null }, 'GT-RES-PARTYID'],
    ['partyId a number', { partyId: 1 }, 'GT-RES-PARTYID'],
    ['publicKeyFingerprint missing', { publicKeyFingerprint: undefined }, 'GT-RES-FINGERPRINT'],
    ['publicKeyFingerprint null', { publicKeyFingerprint: null }, 'GT-RES-FINGERPRINT'],
    ['topologyTransactions missing', { topologyTransactions: undefined }, 'GT-RES-TRANSACTIONS'],
    ['topologyTransactions null', { topologyTransactions: null }, 'GT-RES-TRANSACTIONS'],
    ['topologyTransactions a string', { topologyTransactions: 'CgJhYRAe' }, 'GT-RES-TRANSACTIONS'],
    ['topologyTransactions empty', { topologyTransactions: [] }, 'GT-RES-TRANSACTIONS-NONEMPTY'],
    ['an entry null', { topologyTransactions: [null] }, 'GT-RES-ENTRY'],
    ['an entry empty', { topologyTransactions: [''] }, 'GT-RES-ENTRY'],
    ['an entry an object', { topologyTransactions: ['CgJhYRAe', {}] }, 'GT-RES-ENTRY'],
    ['multiHash missing', { multiHash: undefined }, 'GT-RES-MULTIHASH'],
    ['multiHash null', { multiHash: null }, 'GT-RES-MULTIHASH'],
    ['multiHash empty', { multiHash: '' }, 'GT-RES-MULTIHASH-NONEMPTY'],
  ])('%s breaks its requirement.', (_name, change, id) => {
    expect(condemned(generate(json(200, { ...topology, ...change })))).toEqual([id]);
  });

  test('that the document does not know is observed.', () => {
    const judgement = generate(json(200, { ...topology, more: 1, toString: 2 }));
    expect(judgement.findings).toEqual([]);
    expect(observed(judgement, 'GT-OPEN-UNKNOWN-FIELDS')).toEqual(['more', 'toString']);
  });
});

test('An execute answer may have any fields, and they are observed.', () => {
  const judgement = execute(json(200, { updateId: null }));
  expect(judgement.findings).toEqual([]);
  expect(observed(judgement, 'EX-OPEN-RESPONSE-FIELDS')).toEqual(['updateId']);
});

describe('a page of users', () => {
  test.each<[string, unknown, string]>([
    ['users an object', { users: {} }, 'LU-RES-USERS'],
    ['users a string', { users: 'a' }, 'LU-RES-USERS'],
    ['nextPageToken a number', { nextPageToken: 1 }, 'LU-RES-NEXTPAGETOKEN'],
    ['a user null', { users: [null] }, 'LU-USER'],
    ['a user a string', { users: ['a'] }, 'LU-USER'],
    ['a user an array', { users: [[]] }, 'LU-USER'],
  ])('with %s breaks its requirement.', (_name, body, id) => {
    expect(condemned(list(json(200, body)))).toEqual([id]);
  });

  test.each([{}, { users: null, nextPageToken: null }, { users: [], nextPageToken: '' }])(
    '%j is a page.',
    (body) => {
      expect(condemned(list(json(200, body)))).toEqual([]);
    },
  );

  test.each<[string, unknown, string]>([
    ['id a number', { id: 1 }, 'LU-USER-ID'],
    ['primaryParty a boolean', { primaryParty: true }, 'LU-USER-PRIMARYPARTY'],
    ['isDeactivated a string', { isDeactivated: 'false' }, 'LU-USER-ISDEACTIVATED'],
    ['metadata a string', { metadata: '' }, 'LU-USER-METADATA'],
    ['metadata an array', { metadata: [] }, 'LU-USER-METADATA'],
    ['resourceVersion a number', { metadata: { resourceVersion: 0 } }, 'LU-USER-RESOURCEVERSION'],
    ['annotations an array', { metadata: { annotations: [] } }, 'LU-USER-ANNOTATIONS'],
    ['an annotation a number', { metadata: { annotations: { 'a/b': 1 } } }, 'LU-USER-ANNOTATIONS'],
    ['an annotation null', { metadata: { annotations: { a: null } } }, 'LU-USER-ANNOTATIONS'],
    ['identityProviderId an object', { identityProviderId: {} }, 'LU-USER-IDENTITYPROVIDERID'],
  ])('with %s breaks the requirement of the field.', (_name, user, id) => {
    expect(condemned(oneUser(user))).toEqual([id]);
  });

  test('may leave out or null every field of a user, which is observed.', () => {
    const nulls = {
      id: null,
      primaryParty: null,
      isDeactivated: null,
      metadata: null,
      identityProviderId: null,
    };
    const judgement = list(json(200, { users: [{}, nulls, { metadata: { annotations: null } }] }));
    expect(judgement.findings).toEqual([]);
    expect(observed(judgement, 'LU-OPEN-NULLS')).toEqual(Object.keys(nulls));
  });

  test('reports every wrong user with its place.', () => {
    const { findings } = list(json(200, { users: [{ id: 1 }, { id: 'a' }, { id: {} }] }));
    expect(findings.map(({ pointer, actual }) => [pointer, actual])).toEqual([
      ['/users/0/id', '1'],
      ['/users/2/id', '{}'],
    ]);
  });
});
