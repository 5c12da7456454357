import { describe, expect, test } from 'vitest';
import { placeholderExecuteBody } from '../../generators/execute-submission.ts';
import type { RequestStem } from '../../generators/violations.ts';
import { violations } from '../../operations/violations.ts';
import { demanded, nameOf } from './demands.ts';

const execute = placeholderExecuteBody(1);

interface Parties {
  readonly partySignatures: { readonly signatures: readonly { readonly party: string }[] };
}

function valueWithParty(party: string): object {
  const { partySignatures } = execute as unknown as Parties;
  return {
    ...execute,
    partySignatures: { signatures: partySignatures.signatures.map((each) => ({ ...each, party })) },
  };
}

const partiesOf = (body: unknown): string[] =>
  (body as Parties).partySignatures.signatures.map(({ party }) => party);

const verdicts = (stem: RequestStem, body: object) =>
  new Map(violations(stem, body).map((v) => [nameOf(v), demanded(stem, v)]));

test('execute: what ruling 14 refuses and leaves open', () => {
  const found = verdicts('execute-submission.request', { ...execute, userId: 'u' });
  const value = 'deduplicationPeriod.DeduplicationDuration.value';
  const party = 'partySignatures.signatures[0]';
  const refused = [
    'partySignatures.signatures empty',
    `${party}.signatures missing`,
    `${party}.signatures empty`,
    `${party}.signatures[0] = null`,
    `${party}.signatures[1] = null`,
    `${party}.signatures[0] = null in front of a valid element`,
    'partySignatures.signatures[1] = null',
    `${party}.signatures[0].format = 0`,
    `${party}.signatures[1].signedBy = 0`,
    'partySignatures.signatures[1].signatures empty',
    `${value}.seconds = "text"`,
    `${value}.nanos = 0.5`,
    'deduplicationPeriod = ""',
    'minLedgerTime = []',
    'userId = 0',
    'hashingSchemeVersion = "hashing_scheme_version_v2"',
    'hashingSchemeVersion = 7',
    'submissionId with 256 characters',
    'submissionId with percent sign in the middle',
    'two different parties',
    'three different parties',
    'another party in front',
    'another party behind ten of the same',
    'the same party with a blank behind',
    'the same name with another fingerprint',
  ];
  const open = [
    `${party}.party missing`,
    `${party}.signatures[0].signedBy missing`,
    `${party}.signatures[0].signedBy = null`,
    `${value}.seconds = "1"`,
    `${value}.seconds = 60.0`,
    `${value}.nanos missing`,
    'deduplicationPeriod missing',
    'deduplicationPeriod = null',
    'userId = null',
    'submissionId empty',
    'submissionId with a full stop',
    'the same party twice',
    'minLedgerTime.time = "text"',
  ];
  for (const name of refused) expect(found.get(name), name).toBe('rejected');
  for (const name of open) expect(found.get(name), name).toBe('observed');
});

describe('what only execute has', () => {
  const named = (body: object, start: string) =>
    violations('execute-submission.request', body).filter((v) => nameOf(v).startsWith(start));

  test('is a second party behind the first, under another name or the same one', () => {
    const signatures = (party?: unknown) => [{ ...(party === undefined ? {} : { party }), signatures: [] }];
    const second = (party?: unknown) => {
      const body = { ...execute, partySignatures: { signatures: signatures(party) } };
      return ['two different parties', 'the same party twice'].map((name) => {
        const [found] = named(body, name);
        return [found?.pointer, Object(found?.body).partySignatures.signatures[1].party];
      });
    };
    const pointer = '/partySignatures/signatures/1';
    expect(second('alice::1')).toEqual([
      [pointer, expect.stringMatching(/^[a-z]{6}-alice::1$/)],
      [pointer, 'alice::1'],
    ]);
    for (const party of ['', 7]) {
      expect(second(party)).toEqual([
        [pointer, expect.stringMatching(/^[a-z]{6}$/)],
        [pointer, party],
      ]);
    }
    const names = (name: string) => {
      const [found] = named({ ...execute, partySignatures: { signatures: signatures('alice::1') } }, name);
      return Object(found?.body).partySignatures.signatures.map((entry: { party: string }) => entry.party);
    };
    const other = expect.stringMatching(/^[a-z]{6}-alice::1$/);
    expect(names('three different parties')).toEqual(['alice::1', other, other]);
    expect(new Set(names('three different parties')).size).toBe(3);
    expect(names('another party in front')).toEqual([other, 'alice::1']);
    expect(names('another party behind')).toEqual([...Array(10).fill('alice::1'), other]);
    expect(names('the same name with another')).toEqual(['alice::1', 'alice::0']);
    const none = { ...execute, partySignatures: { signatures: [] } };
    expect(named(none, 'two different parties')).toEqual([]);
    expect(named({ ...execute, partySignatures: { signatures: 'x' } }, 'the same party twice')).toEqual([]);
  });

  test('are other hashing schemes and other variants than the one that the body has', () => {
    const others = (body: object) =>
      [...named(body, 'hashingSchemeVersion as '), ...named(body, 'minLedgerTime as ')].map(
        (v) => `${demanded('execute-submission.request', v)} ${v.keyword}: ${v.detail}`,
      );
    expect(
      others({
        ...execute,
        hashingSchemeVersion: 'HASHING_SCHEME_VERSION_V2',
        minLedgerTime: { time: { Unknown: {} } },
      }),
    ).toEqual([
      'observed hashing-scheme-unspecified: HASHING_SCHEME_VERSION_UNSPECIFIED',
      'observed hashing-scheme: HASHING_SCHEME_VERSION_V3',
      'observed one-of: {"time":{}}',
      'observed one-of: {"time":{"MinLedgerTimeAbs":{"value":"2020-01-01T00:00:00Z"}}}',
      'observed one-of: {"time":{"MinLedgerTimeAbs":{"value":"2020-13-45T99:99:99Z"}}}',
      'observed one-of: {"time":{"MinLedgerTimeRel":{"value":{"seconds":0,"nanos":0}}}}',
    ]);
  });
});

test.each([
  ['alice::12ab', ['ALICE::12AB', 'alice::12ab ', 'alice::12ab0', 'alice::12a0']],
  ['alice::1200', ['ALICE::1200', 'alice::1200 ', 'alice::12000', 'alice::1201']],
  ['alice::xyz', ['ALICE::XYZ', 'alice::xyz ', 'alice::xyz0']],
])('What nearly is the party %s is another one.', (party, others) => {
  const body = valueWithParty(party);
  const nearly = violations('execute-submission.request', body).filter(({ kind }) =>
    /^the-same-(?:party-with|party-in|name)/.test(kind),
  );
  const parties = nearly.map((each) => partiesOf(each.body));
  expect(parties.map(([first]) => first)).toEqual(parties.map(() => party));
  expect(parties.map(([, second]) => second?.toLowerCase())).toEqual(
    others.map((other) => other.toLowerCase()),
  );
  expect(parties.every(([first, second]) => first !== second)).toBe(true);
});

test('Two wrong types are a fault of type, wherever they are.', () => {
  const both = violations('execute-submission.request', { ...execute, userId: 'u' }).filter(
    ({ kind }) => kind === 'two-wrong-types',
  );
  expect(both.length).toBeGreaterThan(0);
  expect(new Set(both.map(({ keyword }) => keyword))).toEqual(new Set(['type']));
});
