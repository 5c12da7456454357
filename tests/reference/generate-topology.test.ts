import { createECDH, createPublicKey } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ReferenceServer, startReference } from '../../reference/start.ts';
import { changed, generateBody, generatePath, send } from './client.ts';

let server: ReferenceServer;
beforeAll(async () => {
  server = await startReference();
});
afterAll(() => server.close());

const uids = () => (server.environment.TARGET_PARTICIPANT_UIDS ?? '').split(',');
const body = (path: readonly (string | number)[], value: unknown) =>
  changed(generateBody(server), path, value);

describe('generate-topology accepts', () => {
  const accepted: [string, () => unknown][] = [
    ['the required fields alone', () => generateBody(server)],
    [
      'empty uid arrays',
      () => ({ ...generateBody(server), otherConfirmingParticipantUids: [], observingParticipantUids: [] }),
    ],
    ['a threshold of 0', () => body(['confirmationThreshold'], 0)],
    ['a threshold of 1', () => body(['confirmationThreshold'], 1)],
    ['a hint of 1 character', () => body(['partyHint'], 'a')],
    ['a hint of 185 characters of the party alphabet', () => body(['partyHint'], 'Az0:-_ '.padEnd(185, 'h'))],
    [
      'other confirming and observing participants',
      () => ({
        ...generateBody(server),
        otherConfirmingParticipantUids: uids().slice(0, 2),
        observingParticipantUids: uids().slice(2),
        confirmationThreshold: 3,
      }),
    ],
    [
      'local observation together with another confirmer',
      () => ({
        ...generateBody(server),
        localParticipantObservationOnly: true,
        otherConfirmingParticipantUids: uids().slice(0, 1),
      }),
    ],
    ['unknown members', () => body(['somethingElse'], { a: 1 })],
  ];
  it.each(accepted)('%s', async (_name, make) => {
    const reply = await send(server, generatePath, { body: make() });
    expect(reply.text).toContain('"partyId"');
    expect(reply).toMatchObject({ status: 200, mediaType: 'application/json' });
  });

  it.each([
    ['prime256v1', 'SIGNING_KEY_SPEC_EC_P256'],
    ['secp384r1', 'SIGNING_KEY_SPEC_EC_P384'],
    ['secp256k1', 'SIGNING_KEY_SPEC_EC_SECP256K1'],
  ])('a key on %s', async (curve, keySpec) => {
    const keyData = spkiOf(curve).toString('base64');
    const format = 'CRYPTO_KEY_FORMAT_DER_X509_SUBJECT_PUBLIC_KEY_INFO';
    const reply = await send(server, generatePath, {
      body: body(['publicKey'], { format, keyData, keySpec }),
    });
    expect(reply).toMatchObject({ status: 200, mediaType: 'application/json' });
  });

  it('another Content-Type, and none at all', async () => {
    const sent = { body: JSON.stringify(generateBody(server)) };
    const authorization = `Bearer ${server.environment.TARGET_TOKEN}`;
    const headers = { authorization, 'content-type': 'text/csv' };
    expect((await send(server, generatePath, { ...sent, headers })).status).toBe(200);
    const bare = await fetch(server.baseUrl + generatePath, {
      method: 'POST',
      headers: { authorization },
      body: Buffer.from(sent.body),
    });
    expect(bare.status).toBe(200);
  });
});

describe('generate-topology answers an invalid value with 400 text/plain:', () => {
  const wrong = [
    '/synchronizer',
    '/partyHint',
    '/publicKey',
    '/publicKey/format',
    '/publicKey/keyData',
    '/publicKey/keySpec',
  ];
  const invalid: [string, () => unknown][] = [
    ['an empty body', () => ''],
    ['white space', () => ' \n'],
    ['text that is not JSON', () => '{"synchronizer":'],
    ['text behind the value', () => `${JSON.stringify(generateBody(server))}x`],
    [
      'a byte order mark',
      () =>
        Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(JSON.stringify(generateBody(server)))]),
    ],
    [
      'invalid UTF-8 inside a string',
      () => Buffer.from(JSON.stringify(body(['partyHint'], 'caf\u00e9')), 'latin1'),
    ],
    ['a nesting of 100,000 arrays', () => '['.repeat(100_000)],
    ['a closed nesting of 100,000 arrays', () => '['.repeat(100_000) + ']'.repeat(100_000)],
    ...['null', 'true', '7', '"text"', '[]'].map((text): [string, () => unknown] => [
      `the body ${text}`,
      () => text,
    ]),
    ...wrong.flatMap((pointer): [string, () => unknown][] => {
      const path = pointer.slice(1).split('/');
      return [
        [`${pointer} missing`, () => body(path, undefined)],
        ...[null, 7, true, []].map((value): [string, () => unknown] => [
          `${pointer} as ${JSON.stringify(value)}`,
          () => body(path, value),
        ]),
      ];
    }),
    ['publicKey as a string', () => body(['publicKey'], 'key')],
    ['empty keyData', () => body(['publicKey', 'keyData'], '')],
    ...['true', 1, null, {}].map((value): [string, () => unknown] => [
      `localParticipantObservationOnly as ${JSON.stringify(value)}`,
      () => body(['localParticipantObservationOnly'], value),
    ]),
    ...[-1, 1.5, '1', true, null, 2 ** 31, -(2 ** 31) - 1, 1e300, [], {}].map(
      (value): [string, () => unknown] => [
        `confirmationThreshold as ${JSON.stringify(value)}`,
        () => body(['confirmationThreshold'], value),
      ],
    ),
    ...['otherConfirmingParticipantUids', 'observingParticipantUids'].flatMap((name) =>
      ['uid', {}, null, 7, [7], [null], [[]], ['a::b', {}]].map((value): [string, () => unknown] => [
        `${name} as ${JSON.stringify(value)}`,
        () => body([name], value),
      ]),
    ),
  ];
  it.each(invalid)('%s', async (_name, make) => {
    const reply = await send(server, generatePath, { body: make() });
    expect(reply).toMatchObject({ status: 400, mediaType: 'text/plain' });
    expect(reply.text).not.toBe('');
  });
});

describe('generate-topology answers a semantic problem with 400 and the error object:', () => {
  const otherKey =
    'MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEFHf5CrI/35yF255Y7df5X6EExFEnVjjAfsFzrdveiHcK59tk9GPkiB3USifhQvJp8tdPgfDcj+exHPx4J7YNWw==';
  const refused: [string, () => unknown][] = [
    ['an unknown synchronizer', () => body(['synchronizer'], `nowhere::1220${'0'.repeat(64)}`)],
    ['an empty synchronizer', () => body(['synchronizer'], '')],
    [
      'the alias of the synchronizer',
      () => body(['synchronizer'], server.environment.TARGET_SYNCHRONIZER_ALIAS),
    ],
    ['an empty hint', () => body(['partyHint'], '')],
    ['a hint of 186 characters', () => body(['partyHint'], 'h'.repeat(186))],
    ['a hint with a slash', () => body(['partyHint'], 'a/b')],
    ['a hint with a lone surrogate', () => body(['partyHint'], '\ud800')],
    ['a hint with the delimiter', () => body(['partyHint'], 'a::b')],
    ['key data that is not base64', () => body(['publicKey', 'keyData'], 'not base64')],
    [
      'key data without padding',
      () => body(['publicKey', 'keyData'], 'lVoecNeb50KdHlQzJV1UmJYKlmQaJ2CQBml0bYl3Nuc'),
    ],
    ['a raw key of 31 bytes', () => body(['publicKey', 'keyData'], Buffer.alloc(31, 1).toString('base64'))],
    [
      'a key that is no SubjectPublicKeyInfo',
      () => body(['publicKey', 'format'], 'CRYPTO_KEY_FORMAT_DER_X509_SUBJECT_PUBLIC_KEY_INFO'),
    ],
    [
      'a key of another specification',
      () =>
        body(['publicKey'], {
          format: 'CRYPTO_KEY_FORMAT_DER_X509_SUBJECT_PUBLIC_KEY_INFO',
          keyData: otherKey,
          keySpec: 'SIGNING_KEY_SPEC_EC_P384',
        }),
    ],
    [
      'bytes behind a key',
      () =>
        body(['publicKey'], {
          format: 'CRYPTO_KEY_FORMAT_DER',
          keyData: Buffer.concat([Buffer.from(otherKey, 'base64'), Buffer.from([0])]).toString('base64'),
          keySpec: 'SIGNING_KEY_SPEC_EC_P256',
        }),
    ],
    ['an unknown key format', () => body(['publicKey', 'format'], 'toString')],
    ['an unknown key specification', () => body(['publicKey', 'keySpec'], 'SIGNING_KEY_SPEC_UNSPECIFIED')],
    ['observation only without another confirmer', () => body(['localParticipantObservationOnly'], true)],
    ['a threshold above the confirmers', () => body(['confirmationThreshold'], 2)],
    ['a uid without a namespace', () => body(['observingParticipantUids'], ['participant2'])],
    ['an empty uid', () => body(['otherConfirmingParticipantUids'], [''])],
    ['a uid twice in one list', () => body(['observingParticipantUids'], [uids()[0], uids()[0]])],
    [
      'a uid in both lists',
      () => ({
        ...generateBody(server),
        otherConfirmingParticipantUids: uids(),
        observingParticipantUids: uids(),
      }),
    ],
  ];
  it.each(refused)('%s', async (_name, make) => {
    const reply = await send(server, generatePath, { body: make() });
    expect(reply).toMatchObject({ status: 400, mediaType: 'application/json' });
    expect(JSON.parse(reply.text)).toMatchObject({
      code: expect.any(String),
      context: { category: expect.any(String) },
    });
  });
});

function spkiOf(curve: string): Buffer {
  const pair = createECDH(curve);
  const point = pair.generateKeys();
  const half = (point.length - 1) / 2;
  const crv = { prime256v1: 'P-256', secp384r1: 'P-384', secp256k1: 'secp256k1' }[curve] ?? '';
  const x = point.subarray(1, 1 + half).toString('base64url');
  const y = point.subarray(1 + half).toString('base64url');
  return createPublicKey({ key: { kty: 'EC', crv, x, y }, format: 'jwk' }).export({
    format: 'der',
    type: 'spki',
  });
}
