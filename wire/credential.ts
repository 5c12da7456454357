import type { HeaderPair } from './exchange.ts';

/** The two schemes of section Authentication. */
export type Scheme = 'bearer' | 'api-key';

/** The forms of the API key that ruling 20 allows; one of them must work, the same for all operations. */
export type ApiKeyForm = 'jwt' | 'jwt.token.' | 'jwt.token.,daml.ws.auth';
export const apiKeyForms: readonly ApiKeyForm[] = ['jwt', 'jwt.token.', 'jwt.token.,daml.ws.auth'];

/** A form of the API key with a placeholder for the token, such as `jwt.token.<token>`. */
export function apiKeyText(form: ApiKeyForm): string {
  return present('api-key', '<token>', form)[0]?.[1] ?? form;
}

/** The headers that carry a token under a scheme. */
export function present(scheme: Scheme, token: string, form: ApiKeyForm = 'jwt.token.'): HeaderPair[] {
  if (scheme === 'bearer') return [['Authorization', `Bearer ${token}`]];
  const value =
    form === 'jwt' ? token : form === 'jwt.token.' ? `jwt.token.${token}` : `jwt.token.${token},daml.ws.auth`;
  return [['Sec-WebSocket-Protocol', value]];
}
