import { exec } from 'node:child_process';
import { createPublicKey, type JsonWebKeyInput } from 'node:crypto';
import type { JWK } from 'jose';
import type { TokenKey } from '../generators/token-signer.ts';
import { violationsOf } from '../json/ajv.ts';
import { jsonValue } from '../json/read-json.ts';
import { readJsonFile, readNamedFile } from '../settings/read-file.ts';
import type { TargetSettings } from '../settings/settings.ts';
import { UsageError } from '../settings/usage-error.ts';
import type { HeaderPair } from './exchange.ts';
import headersSchema from './headers.schema.json' with { type: 'json' };
import type { Redactor } from './redact.ts';

/** The settings that tokens come from. */
export type TokenSettings = Pick<
  TargetSettings,
  | 'token'
  | 'tokenFile'
  | 'tokensFile'
  | 'tokenCommand'
  | 'tokenSecret'
  | 'tokenKey'
  | 'expiredToken'
  | 'obtainedToken'
>;

/** The key that can sign a target's tokens, if one is configured. */
export function tokenKey(target: TokenSettings, redactor: Redactor): TokenKey | undefined {
  return tokenKeys(target, redactor).find((key) => 'secret' in key || isPrivate(key.jwk));
}

/**
 * The keys of a target's tokens: a secret, a JWK, or those of a JWK Set (RFC 7517). None of them has to be private: a public
 * one shows who signed a token.
 */
export function tokenKeys(target: TokenSettings, redactor: Redactor): readonly TokenKey[] {
  if (target.tokenSecret !== undefined) {
    redactor.add(target.tokenSecret, 'token-secret');
    return [{ secret: target.tokenSecret }];
  }
  if (target.tokenKey === undefined) return [];
  const text = readNamedFile('TARGET_TOKEN_KEY', target.tokenKey);
  try {
    const read = JSON.parse(text) as JWK & { readonly keys?: readonly JWK[] };
    const jwks = read.keys ?? [read];
    for (const jwk of jwks) {
      for (const member of [jwk.d, jwk.k]) if (typeof member === 'string') redactor.add(member, 'token-key');
      // Throws if it is no key.
      if (jwk.k === undefined) createPublicKey({ key: jwk, format: 'jwk' } as JsonWebKeyInput);
    }
    if (jwks.length === 0) throw new SyntaxError('no key');
    return jwks.map((jwk) => ({ jwk }));
  } catch {
    throw new UsageError([
      'The file in TARGET_TOKEN_KEY is not a JWK. It must be a JSON object with a private key (the member d or k), the public key of the issuer, or its JWK Set.',
    ]);
  }
}

function isPrivate({ d, k }: JWK): boolean {
  return d !== undefined || k !== undefined;
}

/** The setting that the token of a target comes from. */
export function settingOf({ token, tokenFile, tokensFile }: TokenSettings): string {
  if (token !== undefined) return 'TARGET_TOKEN';
  if (tokensFile !== undefined) return 'TARGET_TOKENS_FILE';
  return tokenFile !== undefined ? 'TARGET_TOKEN_FILE' : 'TARGET_TOKEN_COMMAND';
}

/**
 * Reads the token, its file, or what its command prints.
 * @throws UsageError if that gives no token.
 */
export async function obtainToken(target: TokenSettings): Promise<string> {
  const { token, tokenFile, tokensFile, tokenCommand } = target;
  if (token !== undefined) return token;
  if (tokensFile !== undefined) return listedTokens(tokensFile)[0];
  if (tokenFile !== undefined)
    return nonEmpty(
      'TARGET_TOKEN_FILE',
      readNamedFile('TARGET_TOKEN_FILE', tokenFile, longestToken / 1024 ** 2),
    );
  if (tokenCommand !== undefined)
    return nonEmpty('TARGET_TOKEN_COMMAND', await runTokenCommand(tokenCommand));
  throw new UsageError([
    'No token: set TARGET_TOKEN, TARGET_TOKEN_FILE or TARGET_TOKEN_COMMAND to a valid JWT for the target.',
  ]);
}

/**
 * The tokens in a file of them, at least two.
 * @throws UsageError if it has fewer, one of them twice, or something else
 */
export function listedTokens(path: string): readonly [string, ...string[]] {
  const name = 'TARGET_TOKENS_FILE';
  const text = readNamedFile(name, path, 1).trim();
  const isArray = text.startsWith('[');
  const written = isArray ? [jsonValue(text)?.value].flat() : text.split('\n').map((line) => line.trim());
  const tokens = written.filter((token) => token !== '');
  if (tokens.length === 0)
    throw new UsageError([`${name} has no token. Give several valid ones of the same user, one a line.`]);
  const right = tokens.filter(isToken);
  if (right.length < tokens.length)
    throw new UsageError([
      `Token ${tokens.findIndex((token) => !isToken(token)) + 1} in ${name} is not a single token. Write one JWT a line, or a JSON array of them.`,
    ]);
  const [first = '', ...others] = right;
  if (others.length === 0)
    throw new UsageError([`${name} has one token. Give several of the same user, or use TARGET_TOKEN_FILE.`]);
  if (new Set(right).size < right.length)
    throw new UsageError([`${name} has a token twice. Give each once.`]);
  return [first, ...others];
}

/** No server takes a longer header; in bytes. */
const longestToken = 64 * 1024;

function isToken(text: unknown): text is string {
  return typeof text === 'string' && /^[!-~]+$/.test(text) && text.length <= longestToken;
}

function nonEmpty(name: string, text: string): string {
  const token = text.trim();
  if (!isToken(token))
    throw new UsageError([`${name} did not yield a single token. It must yield one JWT and nothing else.`]);
  return token;
}

/** Other requests go on meanwhile. */
function runTokenCommand(command: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = exec(command, { encoding: 'utf8', timeout: 30_000 }, (error, stdout) => {
      if (error === null) resolve(stdout);
      else
        reject(
          new UsageError([
            'TARGET_TOKEN_COMMAND failed or took more than 30 seconds. Run it manually to see why.',
          ]),
        );
    });
    child.stdin?.end();
  });
}

/** The settings that the headers of a gateway come from, and those whose texts a run shows anyway. */
type HeaderSettings = Pick<
  TargetSettings,
  'headersFile' | 'synchronizer' | 'synchronizerAlias' | 'participantUids' | 'userId' | 'knownUsers'
>;

/** Headers that a gateway in front of the target needs. Their values are credentials and therefore secret. */
export function gatewayHeaders(settings: HeaderSettings, redactor: Redactor): HeaderPair[] {
  const { headersFile: path } = settings;
  if (path === undefined) return [];
  const wrong = `TARGET_HEADERS_FILE must be a JSON file with an object of header names and string values: ${path}.`;
  const value = readJsonFile(path, () => wrong, longestToken / 1024 ** 2);
  if (violationsOf(headersSchema, value).length > 0) throw new UsageError([wrong]);
  const headers = Object.entries(value as Record<string, string>);
  const framing = headers.find(([name]) => /^(?:content-length|transfer-encoding)$/i.test(name))?.[0];
  if (framing !== undefined)
    throw new UsageError([
      `${path} has the header ${framing}, which depends on the body of each request. Leave it out.`,
    ]);
  return headers.map(([name, text]) => {
    if (!isOpen(text, settings)) redactor.add(text, 'gateway-header');
    return [name, text];
  });
}

/**
 * Whether a value is no secret: a media type of the document, or what other settings say, such as the user in a header. Responses
 * contain these, and with a mark in their place they would look broken.
 */
function isOpen(text: string, settings: HeaderSettings): boolean {
  const {
    synchronizer = '',
    synchronizerAlias = '',
    participantUids,
    userId = '',
    knownUsers = '',
  } = settings;
  if (/^(?:application\/json|text\/plain)(?:; ?charset="?[\w-]+"?)?$/i.test(text)) return true;
  return [synchronizer, synchronizerAlias, ...participantUids, userId, knownUsers].some((each) =>
    each.includes(text),
  );
}
