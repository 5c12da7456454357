import type { Call } from '../call.ts';

const webSocketPrefix = 'jwt.token.';

/**
 * The token of a request under either scheme (interface.md, Authentication). An Authorization header takes precedence.
 * Sec-WebSocket-Protocol contains the bare token, or `jwt.token.` and the token as one item of its list.
 */
export function readCredential(call: Call): string | undefined {
  const { authorization, 'sec-websocket-protocol': protocols } = call.headers;
  if (authorization !== undefined) return /^bearer +(\S.*)$/i.exec(authorization)?.[1];
  if (protocols === undefined) return undefined;
  const items = protocols.split(',').map((item) => item.trim());
  const marked = items.find((item) => item.startsWith(webSocketPrefix));
  return marked === undefined
    ? items.length === 1
      ? items[0]
      : undefined
    : marked.slice(webSocketPrefix.length);
}
