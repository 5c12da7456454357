import { describe, expect, test } from 'vitest';
import { caseOf, condemned, json, judge, observed } from './records.ts';

/** An UntypedVersionedMessage by hand: field 1 `data` bytes, field 2 `version` varint. */
function wrapper({ data, version }: { data?: Buffer; version?: number }): Buffer {
  return Buffer.concat([
    ...(data === undefined ? [] : [Buffer.from([0x0a, data.length]), data]),
    ...(version === undefined ? [] : [Buffer.from([0x10, version])]),
  ]);
}

const whole = wrapper({ data: Buffer.from([0xfb, 0xff, 0xfe, 1, 2, 3]), version: 30 });
const good = {
  partyId: 'alice::1220ab',
  publicKeyFingerprint: '1220ab',
  topologyTransactions: [whole.toString('base64')],
  multiHash: 'hash',
};

function meant(change: object, request: object = { partyHint: 'alice' }) {
  return judge(
    caseOf('generate-topology', 'GT-SUCCESS', [{ body: request, answer: json(200, { ...good, ...change }) }]),
  );
}
const entries = (...topologyTransactions: string[]) => meant({ topologyTransactions });

describe('the party id', () => {
  test('that holds hint and fingerprint is good, in any order and form, and its form is observed.', () => {
    expect(condemned(meant({}))).toEqual([]);
    const other = meant({ partyId: 'party:1220ab/alice' });
    expect(condemned(other)).toEqual([]);
    expect(observed(other, 'GT-OPEN-PARTYID-FORM')).toEqual(['party:<fingerprint>/<hint>']);
    expect(observed(meant({}), 'GT-OPEN-FINGERPRINT-FORM')).toEqual(['lower-case hex, 6 characters']);
  });

  test('without the hint is condemned.', () => {
    expect(condemned(meant({ partyId: 'bob::1220ab' }))).toEqual(['GT-PARTYID-HINT']);
    expect(condemned(meant({ partyId: 'ALICE::1220ab' }))).toEqual(['GT-PARTYID-HINT']);
  });

  test('without the fingerprint is condemned, and so is one with an empty fingerprint.', () => {
    expect(condemned(meant({ partyId: 'alice::1220' }))).toEqual(['GT-PARTYID-FINGERPRINT']);
    expect(condemned(meant({ publicKeyFingerprint: '' }))).toEqual(['GT-PARTYID-FINGERPRINT']);
  });

  test('contains a hint beyond letters and digits as it is, if the target takes it.', () => {
    expect(condemned(meant({ partyId: 'a b::1220ab' }, { partyHint: 'a b' }))).toEqual([]);
    expect(condemned(meant({ partyId: 'a_b::1220ab' }, { partyHint: 'a b' }))).toEqual(['GT-PARTYID-HINT']);
    expect(condemned(meant({ partyId: '\u00e9::1220ab' }, { partyHint: 'e\u0301' }))).toEqual([
      'GT-PARTYID-HINT',
    ]);
  });

  test('of a request whose bytes can be read in more than one way is not held against it.', () => {
    const record = caseOf(
      'generate-topology',
      'GT-OPEN-DUPLICATE-MEMBER',
      [{ body: { partyHint: 'alice' }, answer: json(200, { ...good, partyId: 'bob::1220ab' }) }],
      {
        wrong: { kind: 'duplicate-member', pointer: '', keyword: 'duplicate-member', name: 'a member twice' },
      },
    );
    expect(condemned(judge(record))).toEqual([]);
  });

  test('that has no type to compare is told as that alone.', () => {
    expect(condemned(meant({ partyId: 1 }))).toEqual(['GT-RES-PARTYID']);
  });
});

describe('an entry', () => {
  test.each([
    ['base64', whole.toString('base64'), 'base64, version 30'],
    ['base64 without padding', whole.toString('base64').replace(/=+$/, ''), 'base64, version 30'],
    ['base64url', whole.toString('base64url'), 'base64url, version 30'],
    ['base64url with padding', `${whole.toString('base64url')}==`, 'base64url, version 30'],
    ['hex', whole.toString('hex'), 'hex, version 30'],
    ['upper-case hex', whole.toString('hex').toUpperCase(), 'hex, version 30'],
  ])('that is a wrapper in %s holds.', (_name, entry, value) => {
    const judgement = entries(entry);
    expect(condemned(judgement)).toEqual([]);
    expect(observed(judgement, 'GT-OPEN-ENTRY-ENCODING')).toEqual([value]);
  });

  test('with unknown fields beside data and version holds.', () => {
    const more = Buffer.concat([whole, Buffer.from([0x18, 1, 0x22, 1, 0x41])]);
    expect(condemned(entries(more.toString('base64')))).toEqual([]);
  });

  test.each([
    ['the version missing', wrapper({ data: Buffer.from('ab') })],
    ['the data missing', wrapper({ version: 30 })],
    ['empty data', wrapper({ data: Buffer.alloc(0), version: 30 })],
    ['other bytes', Buffer.from('this is no message at all')],
    ['the last byte missing', whole.subarray(0, -1)],
    ['data longer than the entry', Buffer.from([0x0a, 99, 1, 0x10, 30])],
    ['data as a number', Buffer.from([0x08, 1, 0x10, 30])],
    ['version as bytes', Buffer.from([0x0a, 1, 1, 0x12, 1, 30])],
    ['a zero byte in front', Buffer.concat([Buffer.from([0]), whole])],
  ])('with %s is condemned.', (_name, bytes) => {
    const { findings } = entries(whole.toString('base64'), bytes.toString('base64'));
    expect(findings).toMatchObject([{ requirement: 'GT-ENTRY-WRAPPER', pointer: '/topologyTransactions/1' }]);
  });

  test.each(['not any encoding!', 'a', 'abcde', 'ab=c', 'AAA=='])(
    'that nothing decodes is observed: %j.',
    (entry) => {
      const judgement = entries(entry);
      expect(condemned(judgement)).toEqual([]);
      expect(observed(judgement, 'GT-OPEN-ENTRY-ENCODING')).toEqual(['neither base64 nor base64url nor hex']);
    },
  );

  test('is counted, and how many there are is observed.', () => {
    const judgement = entries(...Array.from({ length: 3 }, () => good.topologyTransactions[0] ?? ''));
    expect(judgement.judged['GT-ENTRY-WRAPPER']).toBe(3);
    expect(observed(judgement, 'GT-OPEN-ENTRY-COUNT')).toEqual(['3']);
  });
});
