import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readJwt } from '../../generators/jwt.ts';
import { keyOfForm, otherKeyForms } from '../../generators/key-forms.ts';
import { lenienciesOf } from '../../generators/leniencies/catalogue.ts';
import { lenientCredentials } from '../../generators/leniencies/lenient-credentials.ts';
import { type ReferenceServer, startReference } from '../../reference/start.ts';
import { variants } from '../../reference/variants/catalogue.ts';
import {
  bearer,
  changed,
  executePath,
  generateBody,
  generatePath,
  type Sent,
  send,
  usersPath,
} from './client.ts';

type Step = string | number;
type Request = readonly [path: string, sent: Sent];

const ed25519 = 'SIGNING_KEY_SPEC_EC_CURVE25519';

const ed25519Hex = Buffer.from(
  'MCowBQYDK2VwAyEAlVoecNeb50KdHlQzJV1UmJYKlmQaJ2CQBml0bYl3Nuc=',
  'base64',
).toString('hex');

function hexKey(...parts: readonly string[]): string {
  return Buffer.from(parts.join(''), 'hex').toString('base64');
}

/** Changes of a generate-topology body whose taking the document leaves open, or that must be refused. */
const generateChanges: readonly (readonly [path: readonly Step[], value: unknown])[] = [
  [[], {}],
  [['synchronizer'], 'nowhere'],
  [['partyHint'], ''],
  [['partyHint'], 'a b'],
  [['partyHint'], 'a\ud800'],
  [['note'], 1],
  [['confirmationThreshold'], null],
  [['confirmationThreshold'], 7],
  [['confirmationThreshold'], 'x'.repeat(5_000)],
  [['localParticipantObservationOnly'], true],
  [['otherConfirmingParticipantUids'], ['nobody']],
  [['otherConfirmingParticipantUids'], ['nobody::1220']],
  [['publicKey', 'keySpec'], 'SIGNING_KEY_SPEC_NONE_SUCH'],
  [['publicKey', 'keyData'], 'AAAA'],
  ...[
    'MCowBQYDK2VwAyEAlVoecNeb50KdHlQzJV1UmJYKlmQaJ2CQBml0bYl3Nuc',
    'MCowBQYDK2VwAyEAlVoecNeb50KdHlQzJV1UmJYKlmQaJ2CQBml0bYl3Nuc==',
    'MCowBQYDK2VwAyEAlVoecNeb50KdHlQzJV1UmJYKlmQaJ2CQBml0bYl3Nud=',
    'MCowBQYDK2VwAyEAlVoecNeb50Kd\nHlQzJV1UmJYKlmQaJ2CQBml0bYl3Nuc=',
    hexKey('30812a', ed25519Hex.slice(4)),
    hexKey('302c300706032b657005000321', ed25519Hex.slice(22)),
    hexKey('302c', ed25519Hex.slice(4), '0500'),
    hexKey(ed25519Hex.slice(0, 24), '00'.repeat(32)),
  ].map((keyData) => [['publicKey', 'keyData'], keyData] as const),
  [
    ['publicKey'],
    {
      format: 'CRYPTO_KEY_FORMAT_DER_X509_SUBJECT_PUBLIC_KEY_INFO',
      keyData: 'MDkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDIgADclctN4gEsHp2DoUf3hs/4SZSegm/UobB85FDP4gIBII=',
      keySpec: 'SIGNING_KEY_SPEC_EC_P256',
    },
  ],
  [['publicKey', 'keySpec'], 'SIGNING_KEY_SPEC_EC_P384'],
  [['partyHint'], 'žluťoučký'],
  [['confirmationThreshold'], 3],
  [['otherConfirmingParticipantUids'], [' nobody::1220 ']],
  [['otherConfirmingParticipantUids'], ['nobody::1220', 'nobody::1220']],
  [['publicKey', 'keySpec'], 'signing_key_spec_ec_p256'],
  [['publicKey', 'keySpec'], 'EC_CURVE25519'],
  ...[...otherKeyForms, ...otherKeyForms].map((form) => [['publicKey'], keyOfForm(form, 'showing')] as const),
];

const dedup = ['deduplicationPeriod'];
const signature = ['partySignatures', 'signatures', 0, 'signatures', 0];

const executeChanges: readonly (readonly [path: readonly Step[], value: unknown])[] = [
  [[], {}],
  [['submissionId'], ''],
  [['submissionId'], 'a.b'],
  [['hashingSchemeVersion'], 'HASHING_SCHEME_VERSION_UNSPECIFIED'],
  [['hashingSchemeVersion'], 'HASHING_SCHEME_VERSION_V3'],
  [dedup, undefined],
  [dedup, { DeduplicationOffset: { value: 1 } }],
  [dedup, { Unknown: {} }],
  [[...dedup, 'DeduplicationDuration', 'value', 'seconds'], '60'],
  [['userId'], null],
  [['userId'], 'an unknown user'],
  [[...signature, 'format'], undefined],
  [[...signature, 'signature'], 'AAAA'],
  [['partySignatures', 'signatures', 0, 'party'], 'nobody::1220'],
];

/** Headers that ordinary clients add. */
const ofClients: readonly (readonly [name: string, value: string])[] = [
  ['origin', 'https://wallet.example.com'],
  ['accept-encoding', 'gzip'],
  ['accept-language', 'de'],
  ['x-request-id', 'c0ffee00'],
  ['traceparent', '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'],
  ['cookie', 'session=1'],
  ['sec-fetch-mode', 'cors'],
  ['x-forwarded-for', '203.0.113.7'],
  ['user-agent', 'curl/8.11.0'],
];

const longText = 'x'.repeat(10_000);

const manyUids = Array.from({ length: 100 }, (_, index) => `p${index}::1220`);

/** The uid of another participant in capitals. */
function inCapitals({ environment }: ReferenceServer): string {
  const [uid = ''] = String(environment.TARGET_PARTICIPANT_UIDS).split(',');
  return uid.toUpperCase();
}

function firstSignature(execute: unknown): unknown {
  return (execute as { partySignatures: { signatures: { signatures: unknown[] }[] } }).partySignatures
    .signatures[0]?.signatures[0];
}

const listing = `GET ${usersPath} HTTP`;
const generating = `POST ${generatePath} HTTP/1.1`;

/** First lines and headers that an HTTP client does not send: without a length, or with a body in the transfer coding gzip. */
const protocols: readonly (readonly [line: string, ...headers: string[]])[] = [
  [`${listing}/1.0`],
  [`${listing}/1.1`, 'Expect: 200-ok'],
  [`${listing}/1.1`, 'Connection: Upgrade', 'Upgrade: websocket'],
  [generating],
  [generating, 'Transfer-Encoding: gzip, chunked'],
];

/** Sends bytes on a connection of their own, and waits for its end or the first bytes of an answer. */
async function sendRaw(
  server: ReferenceServer,
  [line, ...headers]: (typeof protocols)[number],
): Promise<void> {
  const { hostname, port } = new URL(server.baseUrl);
  const zipped = gzipSync(JSON.stringify(generateBody(server)));
  const isCoded = headers.some((header) => header.startsWith('Transfer-Encoding'));
  const head = [
    line,
    'Host: localhost',
    `Authorization: ${bearer(server).authorization}`,
    'Content-Type: application/json',
    ...headers,
  ];
  const body = isCoded ? [`${zipped.length.toString(16)}\r\n`, zipped, '\r\n0\r\n\r\n'] : [];
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  await new Promise((resolve) => {
    socket.on('close', resolve);
    socket.on('data', resolve);
    socket.write(Buffer.concat([`${head.join('\r\n')}\r\n\r\n`, ...body].map((part) => Buffer.from(part))));
  });
  socket.destroy();
}

const lists = [
  ...['', '?pageSize=1', '?pageSize=2', '?pageSize=100', '?pageSize=x', '?pageToken=x', '?note=1'],
  ...['?pagesize=2', '?pageSize=1e1', '?pageToken=', '?note=%FF'],
];

function requestsFor(server: ReferenceServer): Request[] {
  const generate = generateBody(server);
  const execute = server.executeRequest as { partySignatures: { signatures: unknown[] } };
  const [entry] = execute.partySignatures.signatures;
  const text = JSON.stringify(generate);
  const executeText = JSON.stringify(execute);
  const credential = bearer(server);
  const token = String(server.environment.TARGET_TOKEN);
  const withHeader = (name: string, value: string): Sent => ({ headers: { ...credential, [name]: value } });
  return [
    ...[generate, ...generateChanges.map(([path, value]) => changed(generate, path, value))].map(
      (body): Request => [generatePath, { body }],
    ),
    ...[execute, ...executeChanges.map(([path, value]) => changed(execute, path, value))].map(
      (body): Request => [executePath, { body }],
    ),
    [executePath, { body: changed(execute, ['partySignatures', 'signatures'], [entry, entry]) }],
    [generatePath, { body: changed(generate, ['observingParticipantUids'], manyUids) }],
    [generatePath, { body: changed(generate, ['otherConfirmingParticipantUids'], [inCapitals(server)]) }],
    [
      executePath,
      { body: changed(execute, signature.slice(0, -1), Array(100).fill(firstSignature(execute))) },
    ],
    ...lists.map((query): Request => [usersPath + query, {}]),
    [`${generatePath}?note=1`, { body: generate }],
    [generatePath, { body: `\ufeff${text}` }],
    [generatePath, { body: Buffer.from(text.replace('carol', 'caro\xff'), 'latin1') }],
    [generatePath, { body: text.replace('{', '{"partyHint":"dave",') }],
    [generatePath, { body: text.replace('{', '{"confirmationThreshold":1.0,') }],
    [generatePath, { body: text.replace('{', `{"note":${'['.repeat(300)}${']'.repeat(300)},`) }],
    [generatePath, { body: text.replace('{', '{"note":1e400,') }],
    [generatePath, { body: Buffer.from(`\ufeff${text}`, 'utf16le') }],
    [executePath, { body: executeText.replace('{', '{"note":1,') }],
    ...[generatePath, executePath].map(
      (path): Request => [
        path,
        { body: { ...(path === generatePath ? generate : execute), note: longText } },
      ],
    ),
    [generatePath, { body: text.replace(/^\{("[^"]*":"[^"]*"),/, '{$1,$1,') }],
    [executePath, { body: executeText.replace('"seconds":600', '"seconds":600.0') }],
    [generatePath, { body: changed(generate, ['publicKey', 'keySpec'], ed25519), headers: {} }],
    [generatePath, { body: generate, ...withHeader('content-type', 'text/plain') }],
    [generatePath, { body: `${' '.repeat(70_000)}${text}` }],
    [usersPath, { headers: { authorization: 'Bearer not-a-jwt' } }],
    [usersPath, { headers: { authorization: `Token ${token}` } }],
    [usersPath, { headers: { 'sec-websocket-protocol': `jwt.token.${token}` } }],
    [usersPath, { headers: { 'sec-websocket-protocol': 'not-a-jwt' } }],
    [usersPath, withHeader('accept', 'text/html')],
    [usersPath, withHeader('accept-charset', 'utf-16')],
    ...ofClients.map(([name, value]): Request => [usersPath, withHeader(name, value)]),
    [usersPath, { body: '{}', method: 'GET' }],
    [usersPath, { method: 'DELETE' }],
    [`${usersPath}/unknown`, {}],
    [`${usersPath}?repeated=1&repeated=2`, {}],
  ];
}

/** Every credential of the catalogue of leniencies, as values of Authorization. */
function lenientTokens({ environment }: ReferenceServer, token: string): string[] {
  const now = Math.floor(Date.now() / 1_000);
  const key = { secret: String(environment.TARGET_TOKEN_SECRET) };
  const source = { token, jwt: readJwt(token), now, key };
  return lenientCredentials(lenienciesOf('credential'), source).map(({ sent, text }) =>
    sent === 'authorization' ? text : `Bearer ${text}`,
  );
}

/** Sends ordinary and odd requests, all at once, until the variant shows; a few show only behind hundreds of answers. */
async function shows(server: ReferenceServer): Promise<boolean> {
  for (let round = 0; round < 25 && server.fired() === 0; round += 1) {
    await Promise.all([
      ...requestsFor(server).map(([path, sent]) => send(server, path, sent).catch(() => undefined)),
      ...protocols.map((each) => sendRaw(server, each)),
    ]);
    // Most variants are not about tokens.
    if (server.fired() === 0)
      await Promise.all(
        lenientTokens(server, String(server.environment.TARGET_TOKEN)).map((authorization) =>
          send(server, usersPath, { headers: { authorization } }).catch(() => undefined),
        ),
      );
  }
  return server.fired() > 0;
}

describe('each variant shows in answers and counts it', () => {
  it.each(variants.map((variant) => [variant.id, variant] as const))('%s', async (_id, variant) => {
    const server = await startReference({ variant });
    try {
      expect(server.fired()).toBe(0);
      expect(await shows(server)).toBe(true);
    } finally {
      await server.close();
    }
  });
});
