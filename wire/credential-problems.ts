import { readJwt } from '../generators/jwt.ts';
import { fits, type TokenKey, verifiesWith } from '../generators/token-signer.ts';
import { settingOf, type TokenSettings } from './configured-token.ts';
import { isJwt } from './token.ts';
import { ago } from './token-problem.ts';

/** The configured credentials, and what they are compared with. */
interface Configured {
  readonly target: TokenSettings;
  /** The configured token, or the one that its file or command gave. */
  readonly token: string;
  /** The keys in TARGET_TOKEN_SECRET or TARGET_TOKEN_KEY; none if neither is set. */
  readonly keys: readonly TokenKey[];
  readonly nowSeconds: number;
}

/** Five minutes of leeway are open (ruling 32). */
export const leewaySeconds = 300;

/**
 * What is wrong with the configured key and the configured expired token, as far as they show it themselves (ruling 42); a
 * sentence each, which names the setting. Never contains a token.
 */
export function credentialProblems(configured: Configured): string[] {
  const { target, keys } = configured;
  return [
    ...(keys.length === 0 ? [] : keyProblem(configured)),
    ...(target.expiredToken === undefined ? [] : expiredProblem(configured, target.expiredToken)),
  ];
}

function keyProblem({ target, token, keys }: Configured): string[] {
  const [name, from] = [keySetting(target), settingOf(target)];
  if (!isJwt(token))
    return [`${from} is not a JWT, so ${name} cannot be what signs it. Unset ${name}, or give a JWT.`];
  const { alg } = readJwt(token).header;
  if (!keys.some((key) => fits(key, alg)))
    return [
      name === 'TARGET_TOKEN_SECRET'
        ? `TARGET_TOKEN_SECRET cannot be what signs the token: ${from} says ${alg}, which has a key pair. If it is the client secret of an OAuth client, unset it. The key of the issuer goes into TARGET_TOKEN_KEY.`
        : `TARGET_TOKEN_KEY cannot be what signs the token: ${from} says ${alg}, and no key in the file is one of ${alg}.`,
    ];
  return isSignedBy(keys, token)
    ? []
    : [
        `${name} did not sign ${from}: the signature is that of another key. Set ${name} to the key of the issuer, or unset it.`,
      ];
}

function expiredProblem({ target, token, keys, nowSeconds }: Configured, expired: string): string[] {
  const name = 'TARGET_EXPIRED_TOKEN';
  if (!isJwt(expired))
    return [
      `${name} is not a JWT, which has three parts separated by dots. It must be one that was valid before it expired.`,
    ];
  const time = expiryProblem(readJwt(expired).claims.exp, nowSeconds);
  if (time !== undefined) return [time];
  const different = isJwt(token) ? differenceOf(token, expired) : undefined;
  if (different !== undefined)
    return [
      `${name} has another "${different}" than ${settingOf(target)}, so a server may reject it for that. Give one of the same issuer, key and subject.`,
    ];
  return keys.length === 0 || isSignedBy(keys, expired)
    ? []
    : [
        `${name} was not signed with ${keySetting(target)}, so a server rejects it for that. Give one of the same issuer, or unset it.`,
      ];
}

/** Why a token with this `exp` is no expired one; undefined if it expired more than five minutes ago. */
export function expiryProblem(exp: unknown, nowSeconds: number): string | undefined {
  const name = 'TARGET_EXPIRED_TOKEN';
  if (typeof exp !== 'number')
    return `${name} never expires: it has no "exp" that is a number. Give one that has expired.`;
  if (exp > nowSeconds)
    return `${name} has not expired: it is valid for another ${ago(exp - nowSeconds)}. Give an older one.`;
  if (exp > nowSeconds - leewaySeconds)
    return `${name} expired only ${ago(nowSeconds - exp)} ago, and a server may still accept it for five minutes. Give an older one.`;
  return undefined;
}

/** What makes a token one of another issuer, key or subject. */
function differenceOf(valid: string, expired: string): string | undefined {
  const [one, other] = [readJwt(valid), readJwt(expired)];
  const inHeader = ['alg', 'kid'].find((name) => !isSame(one.header[name], other.header[name]));
  return inHeader ?? ['sub', 'iss', 'aud'].find((name) => !isSame(one.claims[name], other.claims[name]));
}

/** An audience may be a list, in any order. */
function isSame(one: unknown, other: unknown): boolean {
  const text = (value: unknown): string => JSON.stringify([value].flat().sort());
  return text(one) === text(other);
}

function isSignedBy(keys: readonly TokenKey[], token: string): boolean {
  const { header, headerText, payloadText, signatureText } = readJwt(token);
  const signature = Buffer.from(signatureText, 'base64url');
  return keys.some((key) => verifiesWith(key, header.alg, `${headerText}.${payloadText}`, signature));
}

function keySetting({ tokenSecret }: TokenSettings): string {
  return tokenSecret === undefined ? 'TARGET_TOKEN_KEY' : 'TARGET_TOKEN_SECRET';
}
