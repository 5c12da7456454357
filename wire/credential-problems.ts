import { type Jwt, jwtIn } from '../generators/jwt.ts';
import { fits, type TokenKey, verifiesWith } from '../generators/token-signer.ts';
import { settingOf, type TokenSettings } from './configured-token.ts';

/** The configured credentials, and what they are compared with. */
interface Configured {
  readonly target: TokenSettings;
  /** The configured token, or the one that its file or command gave. */
  readonly token: string;
  /** Those that TARGET_TOKENS_FILE has behind it. */
  readonly others?: readonly string[];
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
    ...listedProblems(configured),
  ];
}

/** What is wrong with the tokens of a file: as whom a request is sent must not depend on its client. */
function listedProblems({ token, others = [], nowSeconds }: Configured): string[] {
  const first = jwtIn(token)?.claims;
  return others.flatMap((each, at) => {
    const [name, claims] = [`Token ${at + 2} in TARGET_TOKENS_FILE`, jwtIn(each)?.claims];
    // The clocks may differ.
    if (typeof claims?.exp === 'number' && claims.exp < nowSeconds - leewaySeconds)
      return [
        `${name} expired ${ago(nowSeconds - claims.exp)} ago. Replace it with a valid one, or remove it.`,
      ];
    const different = ['sub', 'iss'].find((claim) => !isSame(claims?.[claim], first?.[claim]));
    return different === undefined
      ? []
      : [`${name} has another "${different}" than the first. Give tokens of the same user and issuer.`];
  });
}

function keyProblem({ target, token, keys }: Configured): string[] {
  const [name, from] = [keySetting(target), settingOf(target)];
  const jwt = jwtIn(token);
  if (jwt === undefined)
    return [`${from} is not a JWT, so ${name} cannot be what signs it. Unset ${name}, or give a JWT.`];
  const { alg } = jwt.header;
  if (!keys.some((key) => fits(key, alg)))
    return [
      name === 'TARGET_TOKEN_SECRET'
        ? `TARGET_TOKEN_SECRET cannot be what signs the token: ${from} says ${alg}, which has a key pair. If it is the client secret of an OAuth client, unset it. The key of the issuer goes into TARGET_TOKEN_KEY.`
        : `TARGET_TOKEN_KEY cannot be what signs the token: ${from} says ${alg}, and no key in the file is one of ${alg}.`,
    ];
  return isSignedBy(keys, jwt)
    ? []
    : [
        `${name} did not sign ${from}: the signature is that of another key. Set ${name} to the key of the issuer, or unset it.`,
      ];
}

function expiredProblem({ target, token, keys, nowSeconds }: Configured, expired: string): string[] {
  const name = 'TARGET_EXPIRED_TOKEN';
  const [valid, jwt] = [jwtIn(token), jwtIn(expired)];
  if (jwt === undefined)
    return [
      `${name} is not a JWT, which has three parts separated by dots. It must be one that was valid before it expired.`,
    ];
  const time = expiryProblem(jwt.claims.exp, nowSeconds);
  if (time !== undefined) return [time];
  const different = valid === undefined ? undefined : differenceOf(valid, jwt);
  if (different !== undefined)
    return [
      `${name} has another "${different}" than ${settingOf(target)}, so a server may reject it for that. Give one of the same issuer, key and subject.`,
    ];
  return keys.length === 0 || isSignedBy(keys, jwt)
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
function differenceOf(one: Jwt, other: Jwt): string | undefined {
  const inHeader = ['alg', 'kid'].find((name) => !isSame(one.header[name], other.header[name]));
  return inHeader ?? ['sub', 'iss', 'aud'].find((name) => !isSame(one.claims[name], other.claims[name]));
}

/** An audience may be a list, in any order. */
function isSame(one: unknown, other: unknown): boolean {
  const text = (value: unknown): string => JSON.stringify([value].flat().sort());
  return text(one) === text(other);
}

function isSignedBy(
  keys: readonly TokenKey[],
  { header, headerText, payloadText, signatureText }: Jwt,
): boolean {
  const signature = Buffer.from(signatureText, 'base64url');
  return keys.some((key) => verifiesWith(key, header.alg, `${headerText}.${payloadText}`, signature));
}

function keySetting({ tokenSecret }: TokenSettings): string {
  return tokenSecret === undefined ? 'TARGET_TOKEN_KEY' : 'TARGET_TOKEN_SECRET';
}

/** What the contents of a token show to be wrong with it, and the remedy; undefined if nothing. Never contains the token. */
export function tokenProblem(token: string, now: Date): string | undefined {
  if (/^["'].*["']$/.test(token)) return 'It is in quotation marks: remove them.';
  const jwt = jwtIn(token);
  if (jwt === undefined)
    return 'It is not a JWT, which has three parts separated by dots: is it truncated, or an opaque token?';
  const { exp, nbf } = jwt.claims;
  const seconds = now.getTime() / 1_000;
  if (typeof exp === 'number' && exp <= seconds)
    return `It expired ${ago(seconds - exp)} ago: get a new one. TARGET_TOKEN_COMMAND or TARGET_TOKEN_SECRET renews it during a run.`;
  if (typeof nbf === 'number' && nbf > seconds)
    return `It is not valid for another ${ago(nbf - seconds)}: wait, or correct the clock of this machine.`;
  return undefined;
}

/** A number of seconds in the largest unit that fits. */
export function ago(seconds: number): string {
  const units = [
    [86_400, 'days'],
    [3_600, 'hours'],
    [60, 'minutes'],
    [1, 'seconds'],
  ] as const;
  const [size, name] = units.find(([each]) => seconds >= each * 2) ?? ([1, 'seconds'] as const);
  return `${Math.round(seconds / size)} ${name}`;
}
