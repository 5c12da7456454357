import type { HeaderPair } from './exchange.ts';
import type { ApiKeyForm } from './target.ts';

/** The two schemes of section Authentication. */
export type Scheme = 'bearer' | 'api-key';

/** The headers that present a token under a scheme. */
export function present(scheme: Scheme, token: string, form: ApiKeyForm = 'jwt.token.'): HeaderPair[] {
  if (scheme === 'bearer') return [['Authorization', `Bearer ${token}`]];
  const value =
    form === 'jwt' ? token : form === 'jwt.token.' ? `jwt.token.${token}` : `jwt.token.${token},daml.ws.auth`;
  return [['Sec-WebSocket-Protocol', value]];
}
