import { createHmac } from 'node:crypto';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { readJwt } from '../../generators/jwt.ts';
import { lenienciesOf } from '../../generators/leniencies/catalogue.ts';
import { lenientCredentials } from '../../generators/leniencies/lenient-credentials.ts';
import { type ReferenceServer, startReference } from '../../reference/start.ts';
import { variants } from '../../reference/variants/catalogue.ts';
import { executePath, generateBody, generatePath, send, usersPath } from './client.ts';

let server: ReferenceServer;
beforeAll(async () => {
  server = await startReference();
});
afterAll(() => server.close());

const schemes: [string, (token: string) => Record<string, string>][] = [
  ['Authorization', (token) => ({ authorization: `Bearer ${token}` })],
  ['Authorization in lower case', (token) => ({ authorization: `bearer ${token}` })],
  ['Sec-WebSocket-Protocol with the bare token', (token) => ({ 'sec-websocket-protocol': token })],
  ['Sec-WebSocket-Protocol with a prefix', (token) => ({ 'sec-websocket-protocol': `jwt.token.${token}` })],
  [
    'Sec-WebSocket-Protocol with prefix and subprotocol',
    (token) => ({ 'sec-websocket-protocol': `jwt.token.${token},daml.ws.auth` }),
  ],
];

const tokenOf = () => server.environment.TARGET_TOKEN ?? '';
const part = (index: number) => tokenOf().split('.')[index] ?? '';
const secretKey = (secret: string) => new TextEncoder().encode(secret);
const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const now = () => Math.floor(Date.now() / 1000);

function mint(claims: Record<string, unknown>, secret = server.environment.TARGET_TOKEN_SECRET ?? '') {
  return new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(secretKey(secret));
}

/** Text in base64url with one character exchanged for its neighbour in the alphabet. */
function withNeighbour(text: string, at: number): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const neighbour = alphabet[alphabet.indexOf(text[at] ?? '') ^ 1];
  return `${text.slice(0, at)}${neighbour}${text.slice(at + 1)}`;
}

/** The token with one character of its signature exchanged. */
function alteredAt(index: number): string {
  const signature = part(2);
  const at = index < 0 ? signature.length + index : index;
  return `${part(0)}.${part(1)}.${withNeighbour(signature, at)}`;
}

function requests() {
  return [
    [generatePath, { body: generateBody(server) }],
    [executePath, { body: server.executeRequest }],
    [usersPath, {}],
  ] as const;
}

describe.each(schemes)('%s', (_scheme, headersOf) => {
  it('is accepted with a valid token on each operation', async () => {
    for (const [path, sent] of requests()) {
      const reply = await send(server, path, { ...sent, headers: headersOf(tokenOf()) });
      expect(reply.status, path).toBe(200);
    }
  });

  it('is accepted with a token without exp', async () => {
    const token = await mint({ sub: 'participant_admin' });
    expect((await send(server, usersPath, { headers: headersOf(token) })).status).toBe(200);
  });

  const refused: [string, () => string | Promise<string>][] = [
    ['no token', () => ''],
    ['a string that is no JWT', () => 'not-a-token'],
    ['alg none', () => `${encoded({ alg: 'none' })}.${part(1)}.`],
    ['alg none and the old signature', () => `${encoded({ alg: 'none' })}.${part(1)}.${part(2)}`],
    ['no signature', () => `${part(0)}.${part(1)}`],
    ['an empty signature', () => `${part(0)}.${part(1)}.`],
    ['an altered first character of the signature', () => alteredAt(0)],
    ['an altered middle character of the signature', () => alteredAt(20)],
    ['an altered last character of the signature', () => alteredAt(-1)],
    ['padding behind the signature', () => `${tokenOf()}=`],
    ['another payload', () => `${part(0)}.${encoded({ sub: 'participant_admin', exp: 4e9 })}.${part(2)}`],
    [
      'another secret',
      () => mint({ sub: 'participant_admin', exp: now() + 60 }, 'another secret of good length'),
    ],
    ['an expired token', () => mint({ sub: 'participant_admin', exp: now() - 1 })],
    ['a token that is not valid yet', () => mint({ sub: 'participant_admin', nbf: now() + 60 })],
    [
      'an exp that is no number',
      () => mint({ sub: 'participant_admin', exp: '4000000000' as unknown as number }),
    ],
  ];
  it.each(refused)('is refused with %s', async (_name, make) => {
    const token = await make();
    for (const [path, sent] of requests()) {
      const reply = await send(server, path, { ...sent, headers: headersOf(token) });
      expect(reply, path).toMatchObject({ status: 401, mediaType: 'application/json' });
      expect(reply.headers['www-authenticate']).toMatch(/^Bearer realm=/);
      expect(JSON.parse(reply.text)).toMatchObject({ code: 'UNAUTHENTICATED', grpcCodeValue: 16 });
    }
  });
});

it.each([
  ['no credential at all', () => ({})],
  ['Basic with a valid token', () => ({ authorization: `Basic ${tokenOf()}` })],
  ['Bearer alone', () => ({ authorization: 'Bearer' })],
  [
    'a Basic header beside a valid protocol',
    () => ({ authorization: 'Basic eA==', 'sec-websocket-protocol': tokenOf() }),
  ],
])('a request with %s is refused before its body is looked at', async (_name, headers) => {
  const reply = await send(server, generatePath, { body: '{', headers: headers() });
  expect(reply).toMatchObject({ status: 401, mediaType: 'application/json' });
});

it('as canton-3.5, a token with padding or an unknown crit is taken, and others are not', async () => {
  const canton = await startReference({ profile: 'canton-3.5' });
  const { TARGET_TOKEN = '', TARGET_TOKEN_SECRET: secret = '' } = canton.environment;
  const key = { secret };
  const source = { token: TARGET_TOKEN, jwt: readJwt(TARGET_TOKEN), now: now(), key };
  const statuses = new Map<string, number>();
  for (const { leniency, detail = '', text, sent } of lenientCredentials(
    lenienciesOf('credential'),
    source,
  )) {
    const headers = { authorization: sent === 'token' ? `Bearer ${text}` : text };
    statuses.set(`${leniency.id} ${detail}`, (await send(canton, usersPath, { headers })).status);
  }
  await canton.close();
  const taken = [...statuses].flatMap(([name, status]) => (status === 200 ? [name] : []));
  expect(taken).toMatchInlineSnapshot(`
    [
      "word-in-front-of-token Bearer Bearer <token>",
      "word-in-front-of-token Bearer<token>",
      "unknown-header-parameter {…"alg":"<alg>","kid":"unknown"}",
      "unknown-header-parameter {…"alg":"<alg>","jku":"https://keys.invalid/jwks.json"}",
      "unknown-header-parameter {…"alg":"<alg>","crit":["unknown"],"unknown":true}",
      "unknown-header-parameter {"alg":"<alg>","typ":"at+jwt"}",
      "unknown-header-parameter {…"alg":"<alg>","unknown":true}",
      "unusual-claims {…"exp":<in 120 s>,"aud":"ledger-conformance"}",
      "unusual-claims {…"exp":<in 120 s>,"aud":["ledger-conformance","ledger"]}",
      "unusual-claims {"exp":<3600 s ago>,…"exp":<in 120 s>}",
      "token-with-padding <token>=",
      "token-with-padding <token>==",
      "blanks-around-token Bearer  <token>",
      "blanks-around-token Bearer    <token>",
      "blanks-around-token Bearer	<token>",
      "blanks-around-token Bearer <token> ",
      "blanks-around-token Bearer <token>	",
    ]
  `);
});

it('an accepted token is refused once it has expired', async () => {
  const token = await mint({ sub: 'participant_admin', exp: now() + 60 });
  const headers = { authorization: `Bearer ${token}` };
  expect((await send(server, usersPath, { headers })).status).toBe(200);
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 61_000);
  const later = await send(server, usersPath, { headers });
  vi.restoreAllMocks();
  expect(later.status).toBe(401);
});

it.each(['ES256', 'RS256', 'EdDSA'])(
  'a server that trusts a key takes its %s tokens and no other',
  async (algorithm) => {
    const { privateKey } = await generateKeyPair(algorithm, { extractable: true });
    const keyed = await startReference({ tokenKey: await exportJWK(privateKey) });
    expect(keyed.environment).not.toHaveProperty('TARGET_TOKEN_SECRET');
    expect((await send(keyed, usersPath)).status).toBe(200);
    expect((await send(keyed, executePath, { body: keyed.executeRequest })).status).toBe(200);
    const foreign = await send(keyed, usersPath, { headers: { authorization: `Bearer ${tokenOf()}` } });
    expect(foreign.status).toBe(401);
    await keyed.close();
  },
);

it('A variant that accepts hs256 rejects other spellings of its signature', async () => {
  const variant = variants.find(({ id }) => id === 'alg-in-small-letters-is-accepted');
  if (variant === undefined) throw new Error('There is no such variant.');
  const other = await startReference({ variant });
  onTestFinished(() => other.close());
  const signed = `${encoded({ alg: 'hs256' })}.${encoded({ sub: 'user', exp: now() + 60 })}`;
  const secret = other.environment.TARGET_TOKEN_SECRET ?? '';
  const signature = createHmac('sha256', secret).update(signed).digest('base64url');
  const statusOf = async (text: string) =>
    (await send(other, usersPath, { headers: { authorization: `Bearer ${signed}.${text}` } })).status;
  expect(await statusOf(signature)).toBe(200);
  // Two bits of the last character are unused: its neighbour decodes to the same bytes.
  const respelled = withNeighbour(signature, signature.length - 1);
  expect(Buffer.from(respelled, 'base64url')).toEqual(Buffer.from(signature, 'base64url'));
  expect(await statusOf(respelled)).toBe(401);
});
