import { expect, test } from 'vitest';
import type { Exchange } from '../../wire/exchange.ts';
import { aggregated, aggregateFolders, plainly, resultOf } from './aggregated.ts';
import {
  aCase,
  aGoodRun,
  anAnswer,
  anExchange,
  type CaseLines,
  type Run,
  withCases,
} from './journal-fixture.ts';
import { writeRun } from './write-run.ts';

const publicKey = {
  format: 'CRYPTO_KEY_FORMAT_DER_X509_SUBJECT_PUBLIC_KEY_INFO',
  keyData: Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), Buffer.alloc(32, 7)]).toString(
    'base64',
  ),
  keySpec: 'SIGNING_KEY_SPEC_EC_CURVE25519',
};

/** A successful request with one key, whose fingerprint is given. */
function success(number: number, partyHint: string, fingerprint: string): CaseLines {
  const made = aCase({ requirement: 'GT-SUCCESS', operation: 'generate-topology', number });
  const body = {
    partyId: `${partyHint}::${fingerprint}`,
    publicKeyFingerprint: fingerprint,
    topologyTransactions: [partyHint],
    multiHash: partyHint,
  };
  const exchanges = made.exchanges.map(
    ({ id, request }): Exchange =>
      anExchange(id, {
        request: { ...request, body: Buffer.from(JSON.stringify({ partyHint, publicKey })) },
        answer: anAnswer(200, JSON.stringify(body)),
      }),
  );
  return { ...made, exchanges };
}

const [alice, bob] = [success(901, 'alice', 'f1'), success(902, 'bob', 'f2')];

function shard(index: number, cases: CaseLines): Run {
  const run = withCases(aGoodRun(), cases);
  return { ...run, header: { ...run.header, run: { ...run.header.run, shard: `${index}/2` } } };
}

test('Two answers of one run that contradict each other are a finding with both exchanges.', () => {
  const report = aggregated(withCases(aGoodRun(), alice, bob));
  expect(report.verdict).toBe('non-conformant');
  const { findings } = resultOf(report, 'GT-FINGERPRINT-FUNCTION', 'generate-topology');
  const named = findings.flatMap(({ exchanges }) => exchanges);
  expect(named).toEqual(
    expect.arrayContaining(['GT-SUCCESS@generate-topology/901#1', 'GT-SUCCESS@generate-topology/902#1']),
  );
});

test('Answers that agree within each shard and contradict those of another are found when they are merged.', () => {
  const [first, second] = [writeRun(shard(1, alice)), writeRun(shard(2, bob))];
  for (const alone of [first, second]) expect(aggregateFolders([alone], plainly).verdict).toBe('conformant');
  const merged = aggregateFolders([first, second], plainly);
  expect(merged.verdict).toBe('non-conformant');
  expect(resultOf(merged, 'GT-FINGERPRINT-FUNCTION', 'generate-topology').outcome).toBe('failed');
  expect(merged).toEqual(aggregateFolders([second, first], plainly));
});
