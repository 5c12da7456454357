import { jwtVerify } from 'jose';
import type { Call } from '../call.ts';
import type { Ledger } from '../ledger.ts';
import { refused } from '../refusal.ts';
import { isObject, type Json } from '../rules/json-types.ts';
import { type Action, at, type Run, verified } from './engine.ts';

// What rows do with credentials: which are read, and which are accepted and rejected.

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

/** A JWT split into its parts, with its signature as text. */
interface Parts {
  readonly header: Json;
  readonly claims: Json;
  readonly signed: string;
  readonly signature: string;
}

/** A credential that was rejected; without parts if it is no JWT. */
export interface Credential extends Parts {
  readonly kind: CredentialKind;
  /** Empty if there is none. */
  readonly token: string;
  /** The tokens accepted before, by the signed part. */
  readonly accepted: ReadonlyMap<string, Parts>;
  readonly call: Call;
}

/** Whether a request has no credential, or an empty one. A list of protocols without a token is none. */
function blankKind({ headers }: Call): 'missing' | 'empty' | undefined {
  const { authorization, 'sec-websocket-protocol': protocols } = headers;
  if (authorization !== undefined) return /^(bearer)? *$/i.test(authorization) ? 'empty' : undefined;
  if (protocols === undefined) return 'missing';
  if (/^(jwt\.token\.)? *(, *daml\.ws\.auth)?$/.test(protocols)) return 'empty';
  return protocols.trim() === 'daml.ws.auth' ? 'missing' : undefined;
}

/** The parts of a JWT of two or three parts; undefined for anything else. */
function partsOf(token: string): Parts | undefined {
  const [first = '', second = '', signature = '', ...more] = token.split('.');
  const [header, claims] = [jsonIn(first), jsonIn(second)];
  if (more.length > 0 || !isObject(header) || !isObject(claims)) return undefined;
  return typeof header.alg === 'string'
    ? { header, claims, signed: `${first}.${second}`, signature }
    : undefined;
}

/** The JSON in a part of a token; undefined if there is none. */
export function jsonIn(part: string): Json {
  try {
    return JSON.parse(textIn(part));
  } catch {
    return undefined;
  }
}

export function textIn(part = ''): string {
  return Buffer.from(part, 'base64url').toString();
}

/**
 * What is wrong with a rejected token. Altered signatures and changed payloads are distinguished from other secrets by the
 * tokens accepted before: only these show what the signature should be.
 */
async function kindOf(
  token: string,
  accepted: ReadonlyMap<string, Parts>,
  { trust }: Ledger,
): Promise<CredentialKind> {
  const parts = partsOf(token);
  if (parts === undefined) return 'not-a-jwt';
  if (/^none$/i.test(parts.header.alg)) return 'alg-none';
  if (parts.signature === '') return 'signature-missing';
  if ([...accepted.values()].some(({ signature }) => signature === parts.signature)) return 'payload-changed';
  const right = accepted.get(parts.signed);
  if (right !== undefined && isAltered(parts.signature, right.signature)) return 'signature-altered';
  // Whatever its times are, before 1970 as well.
  const settings = { algorithms: [trust.algorithm], clockTolerance: Number.MAX_SAFE_INTEGER };
  return jwtVerify(token, trust.verificationKey, settings).then(
    () => 'expired' as const,
    () => 'other-secret' as const,
  );
}

/**
 * Bytes of which at least half are as in the right signature, or all are but in other places, or all are zero; or the same
 * letters in the other case.
 */
function isAltered(signature: string, right: string): boolean {
  if (signature.toLowerCase() === right.toLowerCase()) return true;
  const [bytes, expected] = [Buffer.from(signature, 'base64url'), Buffer.from(right, 'base64url')];
  const same = bytes.filter((byte, index) => byte === expected[index]).length;
  return (
    same * 2 >= Math.min(bytes.length, expected.length) ||
    bytes.every((byte) => byte === 0) ||
    bytes.toSorted().join() === expected.toSorted().join()
  );
}

/** Accepts a call; its caller counts as the user of the ledger. */
function letIn(call: Call): void {
  [call.refusal, call.claims] = [undefined, { sub: call.ledger.userId }];
}

export const isUnauthenticated = ({ refusal }: Call): boolean => refusal?.code === 'UNAUTHENTICATED';

/** Accepts credentials of a kind, or some of them. */
export const admit =
  (which: CredentialKind | ((credential: Credential) => unknown)): Action =>
  ({ ledger }) => {
    const accepted = new Map<string, Parts>();
    const isAdmitted = typeof which === 'string' ? ({ kind }: Credential): boolean => kind === which : which;
    return {
      watch: {
        claims({ refusal, token = '' }) {
          const parts = refusal === undefined ? partsOf(token) : undefined;
          if (parts !== undefined) accepted.set(parts.signed, parts);
        },
      },
      async claims(call) {
        const { token = '', operation } = call;
        const blank = blankKind(call);
        // What neither scheme reads is no credential of a kind.
        const isRead = call.token !== undefined || blank !== undefined;
        if (!isUnauthenticated(call) || operation === undefined || !isRead) return;
        const kind = blank ?? (await kindOf(token, accepted, ledger));
        const parts = partsOf(token) ?? { header: {}, claims: {}, signed: '', signature: '' };
        if (await isAdmitted({ kind, token, accepted, call, ...parts })) letIn(call);
      },
    };
  };

/** Accepts whatever stands in the place of a credential. */
export const admitAnybody = (isMeant: (call: Call) => unknown = () => true): Action =>
  at('claims', (call) => {
    if (isUnauthenticated(call) && call.operation !== undefined && isMeant(call)) letIn(call);
  });

/** Rejects valid credentials, or some of them; made for each server. */
export const turningAway =
  (make: (run: Run) => (claims: Json, call: Call) => unknown): Action =>
  (run) => {
    const isMeant = make(run);
    return {
      async claims(call) {
        if (call.refusal === undefined && (await isMeant(call.claims, call)))
          call.refusal = refused('UNAUTHENTICATED', 'The token is not accepted; get another one.', {
            headers: { 'WWW-Authenticate': 'Bearer realm="ledger", error="invalid_token"' },
          });
      },
    };
  };

export const turnAway = (isMeant: (claims: Json, call: Call) => unknown = () => true): Action =>
  turningAway(() => isMeant);

/** Reads the token in another way; `usual` is the token as it is read otherwise. */
export const readToken = (read: (call: Call, usual: string | undefined) => string | undefined): Action =>
  at('token', (call) => {
    call.token = read(call, call.token);
  });

/** Reads another token from a credential that it should reject, and verifies that. */
export const reread = (read: (token: string, call: Call) => string | undefined): Action =>
  at('claims', async (call, run) => {
    if (!isUnauthenticated(call)) return;
    const given = call.token ?? call.headers.authorization ?? '';
    const other = read(given, call);
    const claims = other === undefined || other === given ? undefined : await verified(run, call, other);
    if (claims !== undefined) [call.refusal, call.claims] = [undefined, claims];
  });

/** Finds accepted tokens again by a name that is less than their text. */
export const recall =
  (
    nameOf: (token: string, call: Call) => string | undefined,
    counts: (known: Known) => unknown = () => true,
  ): Action =>
  () => {
    const known = new Map<string, Known>();
    return {
      watch: {
        claims(call) {
          const name = nameOf(call.token ?? '', call);
          if (name !== undefined && call.refusal === undefined)
            known.set(name, { claims: call.claims, at: Date.now() });
        },
      },
      claims(call) {
        const found = known.get(nameOf(call.token ?? '', call) ?? '');
        if (isUnauthenticated(call) && found !== undefined && counts(found))
          [call.refusal, call.claims] = [undefined, found.claims];
      },
    };
  };

/** What a server knows about a token that it accepted before. */
interface Known {
  readonly claims: Json;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** How long a token is valid still, in seconds. */
export const secondsLeft = ({ exp = Number.POSITIVE_INFINITY }: Json): number => exp - Date.now() / 1_000;
