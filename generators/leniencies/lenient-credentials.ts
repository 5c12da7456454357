import { createHmac, sign } from 'node:crypto';
import { encodedPart, type Jwt } from '../jwt.ts';
import { bytesFrom } from '../seeding.ts';
import { encryptedFor, hmacHash, signWith } from '../token-signer.ts';
import { type CredentialSource, credentialParts, ownKey, type PartOf } from './credential-parts.ts';
import type { Leniency } from './leniency.ts';
import { filledBy } from './template.ts';

/** A credential made from a template of a leniency. */
export interface LenientCredential {
  readonly leniency: Leniency;
  /** Which of its templates, if it has several. */
  readonly detail?: string;
  /** A token to send under any scheme, or a whole Authorization header. */
  readonly sent: 'token' | 'authorization';
  readonly text: string;
  /** Whether it is signed with the key of the target. */
  readonly isGenuine: boolean;
}

/**
 * Credentials made from templates of the area `credential`. A template is the text of a token; with a word in front, the
 * value of Authorization; behind `Authorization: ` one without a word; or `HEADER . CLAIMS . KEY`, a token to encode and sign, with one of these keys:
 * `unsigned` · `accepted` the signature of the accepted token · `hmac:TEXT` and `bytes:HEX` HMAC with this secret ·
 * `stranger` with an unknown secret · `own` the key pair of the suite (ES256) · `zeros:N` bytes of zero · `hex:BYTES` these
 * bytes · `encrypted:KEY` a token signed like this inside an encrypted one (RFC 7516) · `target` the key of the target · `otherwise` the same if the algorithm is not that of the accepted token.
 * A template yields nothing if one of its parts is missing, or if its result is the accepted token or that of another one.
 */
export function lenientCredentials(
  leniencies: readonly Leniency[],
  source: CredentialSource,
): LenientCredential[] {
  const partOf = credentialParts(source);
  const before = new Set([`token ${source.token}`]);
  return leniencies.flatMap((leniency) => {
    const { templates } = leniency;
    return templates.flatMap((template) => {
      const segments = template.split(' . ');
      const text =
        segments.length === 3
          ? signed(segments, source, partOf)
          : filled(template, partOf)?.replace(/^Authorization: /, '');
      const sent = authorization.test(template) ? 'authorization' : 'token';
      const name = `${sent} ${text}`;
      if (text === undefined || before.has(name)) return [];
      before.add(name);
      const detail = templates.length === 1 ? {} : { detail: readable(distinguishing(template, templates)) };
      const isGenuine = ['target', 'otherwise'].includes(segments[2] ?? '');
      return [{ leniency, ...detail, sent, text, isGenuine } as const];
    });
  });
}

/** A template that is a whole Authorization header begins with the word, or with the name of the header. */
const authorization = /^(?:Bearer|Authorization: )/;

/** What a template says to people: claims that are left as they are as an ellipsis, times in words, parts by name. */
function readable(template: string): string {
  return template
    .replace(/\$(others|timeless|rest|typ)/g, '…')
    .replace(/\$ago(\d+)/g, '<$1 s ago>')
    .replace(/\$in(\d+)/g, '<in $1 s>')
    .replace(/\$([a-zA-Z]+)/g, '<$1>');
}

function filled(template: string, partOf: PartOf): string | undefined {
  return filledBy(template, /\$([a-zA-Z]+\d*)/g, partOf);
}

function signed(segments: readonly string[], source: CredentialSource, partOf: PartOf): string | undefined {
  const [header, claims, key] = segments.map((segment) => filled(segment, partOf));
  if (header === undefined || claims === undefined || key === undefined) return undefined;
  // The accepted payload is sent as it is, not encoded again.
  const payload = segments[1] === '{$claims}' ? source.jwt.payloadText : encodedPart(claims);
  const input = `${encodedPart(header)}.${payload}`;
  const [, inner] = /^encrypted:(.*)$/.exec(key) ?? [];
  const signature = signatureOf(inner ?? key, algorithmOf(header), input, source);
  if (signature === undefined) return undefined;
  const token = `${input}.${signature}`;
  return inner === undefined ? token : encryptedFor(source.key, token);
}

function algorithmOf(header: string): string {
  const { alg } = JSON.parse(header) as { alg?: unknown };
  return typeof alg === 'string' ? alg : '';
}

function signatureOf(
  name: string,
  alg: string,
  input: string,
  { jwt, key }: CredentialSource,
): string | undefined {
  const [kind, argument = ''] = /^([a-z]+):?([\s\S]*)$/.exec(name)?.slice(1) ?? [];
  switch (kind) {
    case 'unsigned':
      return '';
    case 'accepted':
      return jwt.signatureText;
    case 'hmac':
      return forged(jwt, alg, Buffer.from(argument), input);
    case 'bytes':
      return forged(jwt, alg, Buffer.from(argument, 'hex'), input);
    case 'stranger':
      return hmac(alg, bytesFrom(['stranger', jwt.payloadText], 64), input);
    case 'own':
      return sign('sha256', Buffer.from(input), {
        key: ownKey().privateKey,
        dsaEncoding: 'ieee-p1363',
      }).toString('base64url');
    case 'zeros':
      return Buffer.alloc(Number(argument)).toString('base64url');
    case 'hex':
      return Buffer.from(argument, 'hex').toString('base64url');
    case 'otherwise':
      if (alg === jwt.header.alg) return undefined;
      return key === undefined ? undefined : signWith(key, alg, input)?.toString('base64url');
    case 'target':
      return key === undefined ? undefined : signWith(key, alg, input)?.toString('base64url');
    default:
      throw new Error(`A template of credentials names the key ${kind}, which is not one.`);
  }
}

/** A signature with a secret that the target should not have; undefined if it has it. */
function forged(jwt: Jwt, alg: string, secret: Buffer, input: string): string | undefined {
  return isSecretOf(jwt, secret) ? undefined : hmac(alg, secret, input);
}

/** HMAC with the hash of the algorithm, or SHA-256 if it names no HMAC. */
function hmac(alg: string, secret: Buffer, input: string): string {
  return createHmac(hmacHash(alg) ?? 'sha256', secret)
    .update(input)
    .digest('base64url');
}

/** Whether the accepted token is signed with this secret: then a token made with it is not forged. */
function isSecretOf({ header, headerText, payloadText, signatureText }: Jwt, secret: Buffer): boolean {
  return (
    hmacHash(header.alg) !== undefined &&
    hmac(header.alg, secret, `${headerText}.${payloadText}`) === signatureText
  );
}

/** The segments of a template in which it differs from others of its leniency. */
function distinguishing(template: string, all: readonly string[]): string {
  const split = all.map((each) => each.split(' . '));
  return template
    .split(' . ')
    .filter((segment, index) => split.some((each) => each[index] !== segment))
    .join(' . ');
}
