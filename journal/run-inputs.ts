import type { JsonObject } from '../json/read-json.ts';
import type { HeaderPair } from '../wire/exchange.ts';

/** What a token looks like without what makes it secret: all texts among its claims are replaced by as many letters. */
export type TokenShape =
  | { readonly kind: 'jwt'; readonly header: JsonObject; readonly claims: JsonObject }
  | { readonly kind: 'opaque'; readonly length: number };

/** The sort of key that tokens can be signed with. */
export type KeyShape =
  | { readonly kind: 'secret'; readonly length: number }
  | { readonly kind: 'jwk'; readonly kty: string; readonly crv?: string; readonly alg?: string };

/**
 * What the requests of a run follow from, besides its seed, its nonce, the facts and the responses: with these, the
 * requests can be generated again without the credentials.
 */
export interface RunInputs {
  readonly executeBodies: readonly JsonObject[];
  readonly token: TokenShape;
  readonly expiredToken: TokenShape | null;
  readonly key: KeyShape | null;
  /** Present if a public key shows who signed the tokens. */
  readonly publicKey?: true;
  /** Headers that a gateway needs, with marks in place of their values. */
  readonly gateway: readonly HeaderPair[];
  readonly timeoutMs: number;
  readonly bodyMebibytes: number;
}
