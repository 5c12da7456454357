import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import {
  decodeJwt,
  decodeProtectedHeader,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
  SignJWT,
} from 'jose';
import { freePort, startDaemon } from './daemon.ts';

/** How a service signs its tokens, and how they come to the run. */
export interface Tokens {
  readonly algorithm: 'RS256' | 'ES256';
  /** By TARGET_TOKEN_COMMAND, or by a TARGET_TOKEN_FILE that something writes anew ahead of the end of its token. */
  readonly by: 'command' | 'file';
}

/** A running OpenID provider, and the settings of a run that uses its tokens. */
export interface TokenService {
  readonly settings: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

const lifetimeSeconds = 60;
const rewrittenEverySeconds = 40;

const script = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** A key of such a service, as a private JWK. */
export async function serviceKey(algorithm: Tokens['algorithm']): Promise<JWK> {
  const { privateKey } = await generateKeyPair(algorithm, { extractable: true });
  return { ...(await exportJWK(privateKey)), alg: algorithm, use: 'sig', kid: 'key of the service' };
}

/** Starts a provider that signs with this key, for the user that is its client. */
export async function startTokenService(
  { by }: Tokens,
  { key, user, folder }: { readonly key: JWK; readonly user: string; readonly folder: string },
): Promise<TokenService> {
  const port = await freePort();
  const options = join(folder, 'provider.json');
  writeFileSync(
    options,
    JSON.stringify({ key, clientId: user, clientSecret: randomUUID(), lifetime: lifetimeSeconds }),
  );
  const provider = await startDaemon({
    command: process.execPath,
    args: [script('provider.mjs'), String(port), options],
    port,
  });
  const command = [process.execPath, script('fetch-token.mjs'), `http://127.0.0.1:${port}`, options];
  const fetched = async (): Promise<string> => {
    const [program = '', ...args] = command;
    return (await promisify(execFile)(program, args)).stdout.trim();
  };
  const keys = join(folder, 'jwks.json');
  writeFileSync(keys, await (await fetch(`http://127.0.0.1:${port}/jwks`)).text());
  const known = { TARGET_EXPIRED_TOKEN: await expiredLike(await fetched(), key), TARGET_TOKEN_KEY: keys };
  if (by === 'command') {
    const line = command.map((each) => `"${each}"`).join(' ');
    return { settings: { TARGET_TOKEN_COMMAND: line, ...known }, stop: provider.stop };
  }
  const file = join(folder, 'token');
  const write = async (): Promise<void> => {
    writeFileSync(`${file}.new`, await fetched());
    renameSync(`${file}.new`, file);
  };
  await write();
  const writing = setInterval(write, rewrittenEverySeconds * 1_000);
  return {
    settings: { TARGET_TOKEN_FILE: file, ...known },
    async stop() {
      clearInterval(writing);
      await provider.stop();
    },
  };
}

/** What the service gave out an hour ago. */
async function expiredLike(token: string, key: JWK): Promise<string> {
  const { alg = '', ...header } = decodeProtectedHeader(token);
  const claims = decodeJwt(token);
  const ago = (seconds: number | undefined): number => (seconds ?? 0) - 3_600;
  return new SignJWT({ ...claims, iat: ago(claims.iat), exp: ago(claims.exp) })
    .setProtectedHeader({ alg, ...header })
    .sign(await importJWK(key, alg));
}
