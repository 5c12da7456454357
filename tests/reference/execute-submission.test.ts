import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { trustSecret } from '../../reference/credentials/token-trust.ts';
import { createLedger } from '../../reference/ledger.ts';
import { writePreparedTransaction } from '../../reference/prepared-transaction.ts';
import { sampleExecuteRequest } from '../../reference/samples.ts';
import { type ReferenceServer, startReference } from '../../reference/start.ts';
import { changed, executePath, send } from './client.ts';

/** The ledger of the same seed outside the server: it holds the same private keys. */
const ledger = createLedger({
  seed: 'reference',
  users: 1,
  singleUse: false,
  trust: await trustSecret('not used by this test'),
});
const p256Body = sampleExecuteRequest(ledger, 'command-p256', ledger.p256Party);

let server: ReferenceServer;
beforeAll(async () => {
  server = await startReference();
});
afterAll(() => server.close());

type Path = readonly (string | number)[];
const body = (path: Path, value: unknown) => changed(server.executeRequest, path, value);
const entry: Path = ['partySignatures', 'signatures', 0];
const signature: Path = [...entry, 'signatures', 0];

describe('execute accepts', () => {
  const accepted: [string, () => unknown][] = [
    ['the body that the server names', () => server.executeRequest],
    ['another prepared transaction', () => server.prepareExecuteRequest('another-command')],
    ['an ECDSA signature in DER', () => p256Body],
    ['a fresh submissionId', () => body(['submissionId'], 'a3e0c7c4-52f3-4d30-9f2c-57f2b1e1c0de')],
    [
      'a submissionId of 255 characters of a LedgerString',
      () => body(['submissionId'], 'aZ09._:-#/ '.padEnd(255, 'x')),
    ],
    ['no userId', () => body(['userId'], undefined)],
    ['no minLedgerTime', () => body(['minLedgerTime'], undefined)],
    ['no deduplicationPeriod', () => body(['deduplicationPeriod'], undefined)],
    ['the Empty variant of deduplicationPeriod', () => body(['deduplicationPeriod'], { Empty: {} })],
    ['hashing scheme V3', () => body(['hashingSchemeVersion'], 'HASHING_SCHEME_VERSION_V3')],
    [
      'two signatures of the party',
      () => body([...entry, 'signatures'], twice(signatureOf(server.executeRequest))),
    ],
    [
      'the party in two entries',
      () => body(['partySignatures', 'signatures'], twice(entryOf(server.executeRequest))),
    ],
  ];
  it.each(accepted)('%s', async (_name, make) => {
    const reply = await send(server, executePath, { body: make() });
    expect(reply).toMatchObject({ status: 200, mediaType: 'application/json', text: '{}' });
  });
});

describe('execute answers with the error object:', () => {
  const required: Path[] = [
    ['preparedTransaction'],
    ['partySignatures'],
    ['partySignatures', 'signatures'],
    entry,
    [...entry, 'party'],
    [...entry, 'signatures'],
    signature,
    ...['format', 'signature', 'signedBy', 'signingAlgorithmSpec'].map((name): Path => [...signature, name]),
    ['submissionId'],
    ['hashingSchemeVersion'],
  ];
  const optional: Path[] = [['userId'], ['minLedgerTime'], ['deduplicationPeriod']];
  const value: Path = ['deduplicationPeriod', 'DeduplicationDuration', 'value'];
  const invalid: [string, () => unknown][] = [
    ...['', '{', '{}x', 'null', '[]', '"text"', '7', '['.repeat(100_000)].map(
      (text): [string, () => unknown] => [`the body ${text.slice(0, 8)}`, () => text],
    ),
    ['invalid UTF-8', () => Buffer.from([0x22, 0xff, 0x22])],
    ...required.map((path): [string, () => unknown] => [
      `${path.join('/')} missing`,
      () => body(path, undefined),
    ]),
    ...[...required, ...optional].flatMap((path) =>
      [null, 7, false].map((wrong): [string, () => unknown] => [
        `${path.join('/')} as ${wrong}`,
        () => body(path, wrong),
      ]),
    ),
    ['no signing party', () => body(['partySignatures', 'signatures'], [])],
    ['a party without any signature', () => body([...entry, 'signatures'], [])],
    ['two different parties', () => body(['partySignatures', 'signatures', 1], entryOf(p256Body))],
    ['an empty submissionId', () => body(['submissionId'], '')],
    ['a submissionId of 256 characters', () => body(['submissionId'], 'x'.repeat(256))],
    ['a submissionId with a percent sign', () => body(['submissionId'], 'a%b')],
    ['an unknown hashing scheme', () => body(['hashingSchemeVersion'], 'HASHING_SCHEME_VERSION_V9')],
    ['a hashing scheme in lower case', () => body(['hashingSchemeVersion'], 'hashing_scheme_version_v2')],
    ...['seconds', 'nanos'].flatMap((name) =>
      ['ten', '10', 1.5, true, null, -1].map((wrong): [string, () => unknown] => [
        `${name} as ${JSON.stringify(wrong)}`,
        () => body([...value, name], wrong),
      ]),
    ),
    ['nanos of a whole second', () => body([...value, 'nanos'], 1_000_000_000)],
    ['a duration without value', () => body(value, undefined)],
    ['an unknown variant of deduplicationPeriod', () => body(['deduplicationPeriod'], { Forever: {} })],
    ['two variants of deduplicationPeriod', () => body(['deduplicationPeriod', 'Empty'], {})],
    ['an unknown variant of minLedgerTime', () => body(['minLedgerTime', 'time'], { Soon: {} })],
    ['a prepared transaction that is not base64', () => body(['preparedTransaction'], 'not base64')],
    ['a prepared transaction that is no message', () => body(['preparedTransaction'], 'AAAA')],
    ['an empty prepared transaction', () => body(['preparedTransaction'], '')],
    [
      'a prepared transaction that the signature is not for',
      () => body(['preparedTransaction'], otherPrepared()),
    ],
    [
      'a corrupted signature',
      () => body([...signature, 'signature'], Buffer.alloc(64, 7).toString('base64')),
    ],
    ['a signature whose padding bits are altered', () => body([...signature, 'signature'], alteredPadding())],
    ['a signature of the wrong length', () => body([...signature, 'signature'], 'AAAA')],
    [
      'a signature by another key',
      () => body([...signature, 'signedBy'], ledger.p256Party.publicKey.fingerprint),
    ],
    [
      'an algorithm that does not fit the key',
      () => body([...signature, 'signingAlgorithmSpec'], 'SIGNING_ALGORITHM_SPEC_EC_DSA_SHA_256'),
    ],
    ['an unknown algorithm', () => body([...signature, 'signingAlgorithmSpec'], 'constructor')],
    [
      'a format that does not go with the algorithm',
      () => body([...signature, 'format'], 'SIGNATURE_FORMAT_DER'),
    ],
    ['an unknown party', () => body([...entry, 'party'], `carol::1220${'0'.repeat(64)}`)],
    ['the signature of a party that does not act', () => body(['partySignatures'], p256Body.partySignatures)],
  ];
  it.each(invalid)('%s', async (_name, make) => {
    const reply = await send(server, executePath, { body: make() });
    expect(reply).toMatchObject({ status: 400, mediaType: 'application/json' });
    expect(JSON.parse(reply.text)).toMatchObject({
      code: expect.any(String),
      errorCategory: expect.any(Number),
    });
  });

  it('a userId that is not the one of the token, with 403', async () => {
    const reply = await send(server, executePath, { body: body(['userId'], 'somebody-else') });
    expect(reply.status).toBe(403);
    expect(JSON.parse(reply.text)).toMatchObject({ code: 'PERMISSION_DENIED', grpcCodeValue: 7 });
  });
});

it('a server of single use answers 409 to a prepared transaction that it accepted before', async () => {
  const once = await startReference({ singleUse: true });
  const refused = changed(once.executeRequest, ['submissionId'], '');
  expect((await send(once, executePath, { body: refused })).status).toBe(400);
  expect((await send(once, executePath, { body: once.executeRequest })).status).toBe(200);
  const again = await send(once, executePath, {
    body: changed(once.executeRequest, ['submissionId'], 'again'),
  });
  expect(again.status).toBe(409);
  expect(JSON.parse(again.text)).toMatchObject({
    code: 'SUBMISSION_ALREADY_IN_FLIGHT',
    retryInfo: '1 second',
  });
  expect((await send(once, executePath, { body: once.prepareExecuteRequest('fresh') })).status).toBe(200);
  await once.close();
});

function entryOf(request: object) {
  return (request as typeof p256Body).partySignatures.signatures[0];
}

function signatureOf(request: object) {
  return entryOf(request)?.signatures[0];
}

function twice<T>(value: T): [T, T] {
  return [value, value];
}

function otherPrepared(): string {
  const actAs = ledger.ed25519Party.partyId;
  const other = writePreparedTransaction({ actAs, userId: ledger.userId, commandId: 'unsigned' });
  return Buffer.from(other).toString('base64');
}

/** 64 bytes end in one padded group of base64 whose last four bits are unused: Q and R decode to the same byte. */
function alteredPadding(): string {
  const text = signatureOf(server.executeRequest)?.signature ?? '';
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
  const last = text.at(-3) ?? '';
  return `${text.slice(0, -3)}${alphabet[alphabet.indexOf(last) + 1]}==`;
}
