import { generateKeyPairSync } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { formatFiles } from '../../cli/run/format-files.ts';
import { startReference } from '../../reference/start.ts';
import { command, emptyFolder } from './command.ts';

/** A password of a gateway that is nothing like a word. */
const planted = 'canary-Q7x2Lw9ZtVb4Ns8KpRy3Mf6H';

/** What a careless server could do with a credential, each in an answer of its own. */
const echoes: readonly ((secret: string) => { header?: string; body: string | Buffer; gzip?: true })[] = [
  (secret) => ({ body: `no: ${secret}` }),
  (secret) => ({ body: JSON.stringify({ cause: Buffer.from(`Bearer ${secret}`).toString('base64') }) }),
  (secret) => ({ body: JSON.stringify({ cause: Buffer.from(secret).toString('base64url') }) }),
  (secret) => ({ body: JSON.stringify({ cause: Buffer.from(secret).toString('hex') }) }),
  (secret) => ({ body: `/login?back=${percent(secret)}` }),
  (secret) => ({ body: JSON.stringify({ cause: [secret.slice(0, -20), secret.slice(-20)] }) }),
  (secret) => ({ body: `{"cause":"${Array.from(secret, escaped).join('')}"}` }),
  (secret) => ({ body: 'see the header', header: secret }),
  (secret) => ({ body: 'see the header', header: Buffer.from(secret).toString('base64') }),
  (secret) => ({ body: gzipSync(`zipped ${secret}`), gzip: true }),
  (secret) => ({ body: `${'x'.repeat(9_000)}${secret}` }),
];

const percent = (text: string): string =>
  Array.from(text, (each) => `%${each.charCodeAt(0).toString(16).padStart(2, '0')}`).join('');
const escaped = (each: string): string => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Stands before the reference server, and answers whatever fails with an echo of the credentials it was sent. */
async function echoing(baseUrl: string): Promise<{ server: Server; url: string }> {
  let count = 0;
  const server = createServer((incoming, outgoing) => {
    const onward = request(
      `${baseUrl}${incoming.url}`,
      { method: incoming.method ?? 'GET', headers: incoming.headers },
      (answer) => {
        const credentials = credentialsOf(incoming);
        const secret = credentials[count % credentials.length];
        if ((answer.statusCode ?? 500) < 400 || secret === undefined) {
          outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
          answer.pipe(outgoing);
          return;
        }
        answer.resume();
        const echo = echoes[Math.floor(count / credentials.length) % echoes.length]?.(secret);
        count += 1;
        outgoing.writeHead(answer.statusCode ?? 500, {
          'content-type': 'application/json',
          ...(echo?.header === undefined ? {} : { 'x-you-sent': echo.header }),
          ...(echo?.gzip === undefined ? {} : { 'content-encoding': 'gzip' }),
        });
        // In small chunks, so that a secret stands across them.
        const bytes = Buffer.from(echo?.body ?? '');
        for (let at = 0; at < bytes.length; at += 11) outgoing.write(bytes.subarray(at, at + 11));
        outgoing.end();
      },
    );
    onward.once('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

function credentialsOf({ headers }: IncomingMessage): string[] {
  const bearer = /^Bearer (.{16,})$/.exec(headers.authorization ?? '')?.[1];
  const gateway = headers['x-gateway'];
  return [bearer, typeof gateway === 'string' ? gateway : undefined].filter((each) => each !== undefined);
}

/** Every form in which a reader could still use a secret. */
function traces(secret: string): string[] {
  const cores = [0, 1, 2].flatMap((pad) => {
    const whole = Buffer.from(`${'\0'.repeat(pad)}${secret}`);
    // What does not depend on what stands before and behind.
    return (['base64', 'base64url'] as const).map((code) =>
      whole.toString(code).slice(pad === 0 ? 0 : 4, Math.floor((pad + secret.length) / 3) * 4 - 4),
    );
  });
  return [
    secret,
    percent(secret),
    Array.from(secret, escaped).join(''),
    Buffer.from(secret).toString('hex'),
    secret.slice(0, -20).slice(-30),
    secret.slice(-20),
    ...cores,
    // Less than sixteen characters are too little of a secret.
  ].filter((trace) => trace.length >= 16);
}

test('No byte of any output holds a planted secret, in whatever form a target gives it back.', {
  timeout: 900_000,
}, async () => {
  const reference = await startReference();
  const { server, url } = await echoing(reference.baseUrl);
  onTestFinished(async () => {
    server.close();
    await reference.close();
  });
  const cwd = emptyFolder();
  const { privateKey } = generateKeyPairSync('ed25519');
  writeFileSync(join(cwd, 'key.pem'), privateKey.export({ type: 'pkcs8', format: 'pem' }));
  writeFileSync(join(cwd, 'body.json'), JSON.stringify(reference.executeRequest));
  writeFileSync(join(cwd, 'headers.json'), JSON.stringify({ 'X-Gateway': planted }));
  const settings = {
    ...reference.environment,
    TARGET_BASE_URL: url,
    TARGET_EXECUTE_REQUEST: 'body.json',
    TARGET_HEADERS_FILE: 'headers.json',
  };
  const all = Object.keys(formatFiles).join(',');
  const run = await command(['run', '--effort', 'quick', '--format', all], { cwd, settings });
  expect(run.status).toBe(1);
  const doctor = await command(['doctor'], { cwd, settings });
  const judged = await command(['judge', 'conformance-results'], { cwd });
  const results = join(cwd, 'conformance-results');
  const outputs = [
    ...[run, doctor, judged].flatMap(({ stdout, stderr }) => [stdout, stderr]),
    ...readdirSync(results).map((name) => readFileSync(join(results, name), 'latin1')),
  ];
  expect(outputs.join('')).toContain('[redacted:gateway-header');
  expect(outputs.join('')).toContain('base64-of-');
  // Also with line ends taken out: a terminal or a file may break a secret in two.
  const texts = outputs.flatMap((text) => [text, text.replace(/[\s"\\,]+/g, '')]);
  const { TARGET_TOKEN: token = '', TARGET_TOKEN_SECRET: secret = '' } = reference.environment;
  expect(token).not.toBe('');
  expect(secret).not.toBe('');
  for (const [name, value] of Object.entries({
    planted,
    token,
    secret,
    signature: token.split('.')[2] ?? '',
  })) {
    const found = traces(value).filter((trace) => texts.some((text) => text.includes(trace)));
    expect(found, `${name} is in an output`).toEqual([]);
  }
});
