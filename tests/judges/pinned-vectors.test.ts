import { describe, expect, it } from 'vitest';
import { looseViolation } from '../../json/ajv.ts';
import { rules } from '../../judges/pinned/rules.ts';
import { viewOf } from '../../judges/pinned/view.ts';
import type { Operation } from '../../requirements/requirement.ts';
import { loadProfile } from '../../settings/load-profile.ts';
import type { Exchange } from '../../wire/exchange.ts';
import vectors from '../reference/vectors.json' with { type: 'json' };

const { pinned = [] } = loadProfile('canton-3.5');

/** What the rules of an operation's successes say of an exchange: names of those that deviate. */
function deviating(operation: Operation, target: string, request: unknown, body: unknown): string[] {
  const exchange: Exchange = {
    id: 'vector',
    request: { method: 'POST', target, headers: [], body: Buffer.from(JSON.stringify(request)) },
    answer: {
      status: 200,
      reason: 'OK',
      headers: [['Content-Type', 'application/json']],
      body: Buffer.from(JSON.stringify(body)),
    },
    ms: 0,
  };
  const { answer } = exchange;
  if (answer === undefined) return [];
  const view = viewOf(operation, exchange, answer);
  return pinned
    .filter(({ rule, operations }) => rule !== undefined && operations?.includes(operation))
    .filter(({ rule = '', parameters = {} }) => {
      const said = rules[rule]?.(view, parameters);
      return said !== undefined && said !== 'silent';
    })
    .map(({ rule = '' }) => rule);
}

describe('the published vectors', () => {
  const topology = (at: number, change: object = {}): string[] => {
    const vector = vectors.topology[at];
    return deviating('generate-topology', '/', vector?.request, {
      partyId: vector?.partyId,
      publicKeyFingerprint: vector?.publicKeyFingerprint,
      topologyTransactions: vector?.topologyTransactionsBase64,
      multiHash: vector?.multiHashBase64,
      ...change,
    });
  };

  it.each(vectors.topology.map(({ id }, at) => [id, at] as const))(
    'of topology are what the rules compute: %s',
    (_, at) => {
      expect(topology(at)).toEqual([]);
    },
  );

  it.each(vectors.topology.map(({ id }, at) => [id, at] as const))(
    'of topology do not fit another multi-hash: %s',
    (_, at) => {
      const multiHash = vectors.multihash[1]?.multiHashBase64;
      expect(topology(at, { multiHash })).toEqual(['multi-hash']);
    },
  );

  it('of topology do not fit each other', () => {
    const other = vectors.topology[1];
    const changes = {
      publicKeyFingerprint: other?.publicKeyFingerprint,
      topologyTransactions: other?.topologyTransactionsBase64,
    };
    expect(topology(0, changes)).toEqual(['fingerprint', 'party-id', 'topology-transactions', 'multi-hash']);
  });

  it.each(vectors.fingerprints.map((each) => [each.id, each] as const))(
    'of fingerprints are what the rule computes: %s',
    (_, { publicKeyDerBase64: keyData, keySpec, fingerprint }) => {
      const format = 'CRYPTO_KEY_FORMAT_DER_X509_SUBJECT_PUBLIC_KEY_INFO';
      const request = { partyHint: 'a', publicKey: { format, keyData, keySpec } };
      const answer = { publicKeyFingerprint: fingerprint, partyId: `a::${fingerprint}` };
      expect(deviating('generate-topology', '/', request, answer)).toEqual([]);
      const wrong = { publicKeyFingerprint: `${fingerprint}0`, partyId: `a::${fingerprint}0` };
      expect(deviating('generate-topology', '/', request, wrong)).toEqual(['fingerprint']);
    },
  );

  it.each(vectors.multihash.map((each) => [each.id, each] as const))(
    'of multi-hashes are what the rule computes: %s',
    (_, { topologyTransactionsBase64: topologyTransactions, multiHashBase64: multiHash }) => {
      expect(deviating('generate-topology', '/', {}, { topologyTransactions, multiHash })).toEqual([]);
    },
  );

  it.each(vectors.pageTokens.map((each) => [each.lastUserId.slice(0, 30), each] as const))(
    'of page tokens are what the rules read and write: %s',
    (_, { lastUserId: id, tokenBase64Url: token }) => {
      expect(
        deviating('list-users', '/?pageSize=1', null, { users: [{ id }], nextPageToken: token }),
      ).toEqual([]);
      expect(deviating('list-users', '/?pageSize=1', null, { users: [{ id }], nextPageToken: '' })).toEqual([
        'page',
      ]);
      const target = `/?pageSize=2&pageToken=${encodeURIComponent(token)}`;
      expect(deviating('list-users', target, null, { users: [{ id }], nextPageToken: '' })).toEqual([
        'page-start',
      ]);
      expect(deviating('list-users', target, null, { users: [{ id: `${id}0` }], nextPageToken: '' })).toEqual(
        [],
      );
    },
  );
});

describe('the profile canton-3.5', () => {
  it('names rules that there are, and holds schemas that compile', () => {
    for (const { rule, answer, request, when } of pinned) {
      if (rule !== undefined) expect(Object.keys(rules)).toContain(rule);
      for (const schema of [answer, request, when?.answer, when?.request]) {
        if (schema !== undefined) expect(() => looseViolation(schema, {})).not.toThrow();
      }
    }
  });

  it('gives every entry a reason that is a sentence, and a source', () => {
    const { deviations, defects = [] } = loadProfile('canton-3.5');
    for (const { reason, source } of [...deviations, ...defects, ...pinned]) {
      expect(reason).toMatch(/^\S.*\.$/);
      expect(source).toMatch(/[a-z]/);
    }
  });
});
