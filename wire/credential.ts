import type { JWTPayload } from 'jose';
import type { AlteredCredential } from '../generators/credentials.ts';
import type { HeaderPair } from './exchange.ts';

/** The two schemes of section Authentication. */
export type Scheme = 'bearer' | 'api-key';

/** The forms of the API key that ruling 20 allows; one of them must work, the same for all operations. */
export type ApiKeyForm = 'jwt' | 'jwt.token.' | 'jwt.token.,daml.ws.auth';
export const apiKeyForms: readonly ApiKeyForm[] = ['jwt', 'jwt.token.', 'jwt.token.,daml.ws.auth'];

/** One of the credentials that a leniency makes of the valid token, by its name in the catalogue. */
export interface LenientRole {
  readonly token: 'lenient';
  readonly leniency: string;
  readonly detail?: string;
  /** The scheme that its text names, if that is a whole Authorization header. */
  readonly scheme?: 'bearer';
}

/**
 * What a token is, in place of its text: a request holds no secret, and gets the token of the moment at which it is sent.
 * `expired`: this long ago, if that can be chosen · `fresh`: another valid one, with this lifetime and more claims · `altered`: the valid one,
 * or that of another user, with one change (ruling 19) · `listed`: the one at this place in TARGET_TOKENS_FILE, from 0 on.
 */
export type TokenRole =
  | { readonly token: 'valid' }
  | { readonly token: 'listed'; readonly place: number }
  | { readonly token: 'expired'; readonly secondsAgo?: number }
  | { readonly token: 'fresh'; readonly lifetimeSeconds: number; readonly claims?: JWTPayload }
  | ({ readonly token: 'altered'; readonly of?: LenientRole } & Pick<AlteredCredential, 'kind' | 'detail'>)
  | LenientRole;

/** A part of a header value: text, a token, or both in base64. */
export type Part = string | TokenRole | { readonly base64: readonly (string | TokenRole)[] };

/** A header with its value in parts. */
export type Header = readonly [name: string, ...value: readonly Part[]];

/** The valid token of the run. */
export const validToken: TokenRole = { token: 'valid' };

/** A form of the API key with a placeholder for the token, such as `jwt.token.<token>`. */
export function apiKeyText(form: ApiKeyForm): string {
  return presentText('api-key', '<token>', form)[0]?.[1] ?? form;
}

/** The headers that carry a token under a scheme. */
export function present(scheme: Scheme, token: Part, form: ApiKeyForm = 'jwt.token.'): readonly Header[] {
  if (scheme === 'bearer') return [['Authorization', 'Bearer ', token]];
  const name = 'Sec-WebSocket-Protocol';
  if (form === 'jwt') return [[name, token]];
  return [form === 'jwt.token.' ? [name, form, token] : [name, 'jwt.token.', token, ',daml.ws.auth']];
}

/** The same with the text of a token. */
export function presentText(scheme: Scheme, token: string, form?: ApiKeyForm): HeaderPair[] {
  return present(scheme, token, form).map(([name, ...parts]): HeaderPair => [name, parts.join('')]);
}

/** Headers as they are sent, with the texts of their tokens. */
export function headerPairs(
  headers: readonly Header[],
  textOf: (part: Exclude<Part, string>) => Promise<string>,
): Promise<HeaderPair[]> {
  return Promise.all(
    headers.map(async ([name, ...parts]): Promise<HeaderPair> => {
      const texts = await Promise.all(parts.map((part) => (typeof part === 'string' ? part : textOf(part))));
      return [name, texts.join('')];
    }),
  );
}
