import { generateKeyPairSync } from 'node:crypto';
import type { JWK } from 'jose';
import { bytesFrom } from '../../generators/seeding.ts';
import { signWith, type TokenKey } from '../../generators/token-signer.ts';
import type { KeyShape, RunInputs, TokenShape } from '../../journal/journal-line.ts';
import type { Redactor } from '../../wire/redact.ts';
import { createTokenSource, type TokenSource } from '../../wire/token.ts';

/**
 * Tokens in place of those of a run: of the same shape, so that the same cases can be made of them. They open nothing.
 * @param atSeconds the time of the run, in seconds since 1970: its token had not expired then
 */
export function standInTokens(inputs: RunInputs, redactor: Redactor, atSeconds: number): TokenSource {
  const key = inputs.key === null ? undefined : standInKey(inputs.key);
  const target = {
    token: standIn(inputs.token, key, 'token'),
    ...(inputs.expiredToken === null ? {} : { expiredToken: standIn(inputs.expiredToken, key, 'expired') }),
  };
  return createTokenSource(target, redactor, { key, nowSeconds: () => atSeconds });
}

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Signatures of keys that are not configured have a usual length. */
const signatureBytes = 64;

function standIn(shape: TokenShape, key: TokenKey | undefined, name: string): string {
  if (shape.kind === 'opaque')
    return bytesFrom(['stand-in', name], shape.length).toString('base64url').slice(0, shape.length);
  const input = `${encode(shape.header)}.${encode(shape.claims)}`;
  const alg = typeof shape.header.alg === 'string' ? shape.header.alg : '';
  const signature = key === undefined ? undefined : signWith(key, alg, input);
  return `${input}.${(signature ?? bytesFrom(['stand-in', name], signatureBytes)).toString('base64url')}`;
}

function standInKey(shape: KeyShape): TokenKey {
  if (shape.kind === 'secret')
    return { secret: bytesFrom(['stand-in', 'key'], shape.length).toString('hex').slice(0, shape.length) };
  const { kind: _kind, ...named } = shape;
  return { jwk: { ...privateJwk(shape), ...named } };
}

function privateJwk({ kty, crv = '' }: Extract<KeyShape, { kind: 'jwk' }>): JWK {
  if (kty === 'oct') return { k: bytesFrom(['stand-in', 'key'], 32).toString('base64url') };
  const pair =
    kty === 'RSA'
      ? generateKeyPairSync('rsa', { modulusLength: 2_048 })
      : kty === 'EC'
        ? generateKeyPairSync('ec', { namedCurve: crv })
        : generateKeyPairSync(crv.toLowerCase() as 'ed25519');
  return pair.privateKey.export({ format: 'jwk' }) as JWK;
}
