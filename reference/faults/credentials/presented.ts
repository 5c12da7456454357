import type { Call } from '../../call.ts';
import { isObject } from '../../rules/json-types.ts';

export type PresentedScheme = 'bearer' | 'api-key';

/** The kinds of credential that ruling 19 requires to be rejected. */
export type CredentialKind =
  | 'missing'
  | 'empty'
  | 'not-a-jwt'
  | 'alg-none'
  | 'signature-missing'
  | 'signature-altered'
  | 'payload-changed'
  | 'other-secret'
  | 'expired';

/** The scheme of a request; Bearer if there is no credential. */
export function schemeOf({ headers }: Call): PresentedScheme {
  return headers.authorization === undefined && headers['sec-websocket-protocol'] !== undefined ? 'api-key' : 'bearer';
}

/** Whether a request has no credential, or an empty one. A list of protocols without a token is none. */
export function blankKind({ headers }: Call): 'missing' | 'empty' | undefined {
  const { authorization, 'sec-websocket-protocol': protocols } = headers;
  if (authorization !== undefined) return /^(bearer)? *$/i.test(authorization) ? 'empty' : undefined;
  if (protocols === undefined) return 'missing';
  if (/^(jwt\.token\.)? *(, *daml\.ws\.auth)?$/.test(protocols)) return 'empty';
  return protocols.trim() === 'daml.ws.auth' ? 'missing' : undefined;
}

/** A JWT split into its parts, with its signature as text. */
export interface Parts {
  readonly header: Readonly<Record<string, unknown>>;
  readonly claims: Readonly<Record<string, unknown>>;
  readonly signed: string;
  readonly signature: string;
}

/** The parts of a JWT of two or three parts; undefined for anything else. */
export function partsOf(token: string): Parts | undefined {
  const [first = '', second = '', signature = '', ...more] = token.split('.');
  const [header, claims] = [objectIn(first), objectIn(second)];
  if (more.length > 0 || header === undefined || claims === undefined) return undefined;
  if (typeof header.alg !== 'string') return undefined;
  return { header, claims, signed: `${first}.${second}`, signature };
}

function objectIn(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
