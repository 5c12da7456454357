import { type AlteredCredential, altered } from '../generators/credentials.ts';
import { jwtIn } from '../generators/jwt.ts';
import type { Leniency } from '../generators/leniencies/leniency.ts';
import type { LenientCredential } from '../generators/leniencies/lenient-credentials.ts';
import type { TargetFacts } from '../journal/target-facts.ts';
import type { TokenRole } from '../wire/credential.ts';
import type { TokenSource } from '../wire/token.ts';

/** Which credentials there are besides the valid token; requests name them, and get their texts as they are sent. */
export interface Credentials {
  /** Whether the token is a JWT: others cannot be altered. */
  readonly isJwt: boolean;
  /** Whether tokens can be signed with the target's key. */
  readonly canSign: boolean;
  /** Which expired tokens there are: one that was configured, or one of any age. */
  readonly expires: TokenSource['expires'];
  /** An expired token to send beside others; undefined if there is none, or it is not known that it was valid before. */
  readonly expired: TokenRole | undefined;
  /** What can be altered in the valid token (ruling 19). */
  altered(): readonly Altered[];
  /** What these leniencies make of the valid token; those to be signed only if the key is configured. */
  lenient(leniencies: readonly Leniency[]): readonly Lenient[];
}

/** One change of a token: a kind that requirements claim, and which one of it. */
export type Altered = Pick<AlteredCredential, 'kind' | 'detail'>;

/** A credential of the catalogue, without its text. */
export interface Lenient extends Omit<LenientCredential, 'text'> {
  /** Whether it stands for itself in Sec-WebSocket-Protocol, whose value is a list of protocols (RFC 9110 section 5.6.1). */
  readonly isOneProtocol: boolean;
  /** Whether its text begins with the word Bearer. */
  readonly isBearer: boolean;
}

/** Which credentials checks can send, from a source of tokens. */
export function credentialsOf(
  tokens: TokenSource,
  { expiredUnshown }: Pick<TargetFacts, 'expiredUnshown'>,
): Credentials {
  return {
    get isJwt() {
      return jwtIn(tokens.last()) !== undefined;
    },
    get canSign() {
      return tokens.canSign;
    },
    get expires() {
      return tokens.expires;
    },
    get expired() {
      // One that may never have been valid is sent by its own check alone.
      return tokens.expires === undefined || expiredUnshown === true ? undefined : expiredToken;
    },
    altered: () =>
      jwtIn(tokens.last()) !== undefined
        ? altered(tokens.last()).map(({ kind, detail }) => ({ kind, detail }))
        : [],
    lenient: (leniencies) =>
      tokens.lenient(leniencies).map(({ text, ...made }) => ({
        ...made,
        isOneProtocol: oneProtocol.test(text),
        isBearer: /^bearer\b/i.test(text),
      })),
  };
}

const expiredToken: TokenRole = { token: 'expired' };

/** A comma separates protocols, and white space around one is no part of it. */
const oneProtocol = /^[^,\s](?:[^,]*[^,\s])?$/;
