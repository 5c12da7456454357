import { jwtIn } from '../generators/jwt.ts';
import type { TokenKey } from '../generators/token-signer.ts';
import type { KeyShape, RunInputs, TokenShape } from '../journal/journal-line.ts';
import { isObject, type JsonObject } from '../json/read-json.ts';
import { readExecuteBodies } from '../settings/execute-bodies.ts';
import type { TargetSettings } from '../settings/settings.ts';
import { gatewayHeaders, tokenKey, tokenKeys } from '../wire/configured-token.ts';
import type { HeaderPair } from '../wire/exchange.ts';
import type { Redactor } from '../wire/redact.ts';
import type { Access } from './open-session.ts';

/** What the requests of a run follow from, without its secrets. */
export async function runInputs(
  target: TargetSettings,
  { tokens, redactor, proxyVariable }: Pick<Access, 'tokens' | 'redactor' | 'proxyVariable'>,
): Promise<RunInputs> {
  const key = tokenKey(target, redactor);
  const inputs: RunInputs = {
    executeBodies: readExecuteBodies(target.executeRequest),
    token: shapeOf(await tokens.current()),
    expiredToken: target.expiredToken === undefined ? null : shapeOf(target.expiredToken),
    key: key === undefined ? null : keyShape(key),
    publicKey: (key === undefined && tokenKeys(target, redactor).length > 0) || undefined,
    gateway: asRecorded(gatewayHeaders(target, redactor), redactor),
    proxy: proxyVariable,
    clientCertificate: target.clientCert !== undefined || undefined,
    timeoutMs: target.timeoutMs,
    bodyMebibytes: target.bodyMebibytes,
  };
  return JSON.parse(redactor.text(JSON.stringify(inputs))) as RunInputs;
}

/** With marks in place of the values, short ones too, as in every exchange. */
function asRecorded(headers: readonly HeaderPair[], redactor: Redactor): readonly HeaderPair[] {
  const request = { method: '', target: '', headers, body: Buffer.alloc(0) };
  return redactor.outcome({ request, ms: 0 }).request.headers;
}

function shapeOf(token: string): TokenShape {
  const jwt = jwtIn(token);
  if (jwt === undefined) return { kind: 'opaque', length: token.length };
  const { header, claims } = jwt;
  return { kind: 'jwt', header: header as JsonObject, claims: withoutTexts(claims) as JsonObject };
}

function withoutTexts(value: unknown): unknown {
  if (typeof value === 'string') return 'x'.repeat(Buffer.byteLength(value));
  if (Array.isArray(value)) return value.map(withoutTexts);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withoutTexts(each)]));
}

function keyShape(key: TokenKey): KeyShape {
  if ('secret' in key) return { kind: 'secret', length: Buffer.byteLength(key.secret) };
  const { kty = '', crv, alg } = key.jwk;
  return { kind: 'jwk', kty, crv, alg };
}
