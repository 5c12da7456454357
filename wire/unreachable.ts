import type { Exchange } from './exchange.ts';

/** Why there is no response, by the code of a failure, and what to do about it; the first match applies. */
const causes: readonly (readonly [code: RegExp, cause: string])[] = [
  [
    /ECONNREFUSED/,
    'Connection refused. Check the port in TARGET_BASE_URL and that the server is running; in a container, 127.0.0.1 is the container itself.',
  ],
  [/ENOTFOUND|EAI_AGAIN/, 'The host name cannot be resolved. Check the host in TARGET_BASE_URL.'],
  [
    /EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|No connection within/,
    'The host cannot be reached from this machine. Check the host and port in TARGET_BASE_URL, firewalls and the VPN.',
  ],
  [
    /EPROTO|ERR_SSL_/,
    'The TLS handshake failed. If the server uses plain HTTP, write http:// in TARGET_BASE_URL; if it requires a client certificate, set TARGET_CLIENT_CERT and TARGET_CLIENT_KEY.',
  ],
  [
    /SELF_SIGNED|UNABLE_TO_|ISSUER_CERT/,
    'The certificate is signed by an unknown authority. Set TARGET_CA_FILE to the PEM file of that authority.',
  ],
  [
    /ALTNAME/,
    'The certificate is for another host name. Use the name in the certificate in TARGET_BASE_URL.',
  ],
  [
    /CERT_HAS_EXPIRED|CERT_NOT_YET/,
    'The certificate has expired or is not yet valid. Renew it, or correct the clock.',
  ],
  [
    /not valid HTTP/,
    'The server does not use HTTP/1.1. Check the port in TARGET_BASE_URL: is it that of the JSON API, not of gRPC?',
  ],
  [
    /No complete response within|still arriving after/,
    'The server accepts the connection but does not respond in time. Check the port in TARGET_BASE_URL, or increase TARGET_TIMEOUT_MS.',
  ],
];

const dropped =
  'The server closes the connection. If it uses TLS, write https:// in TARGET_BASE_URL; otherwise see its log.';

/** A sentence for a target on which no operation responded: what happened, the likely cause, the remedy. */
export function unreachable(
  baseUrl: string,
  exchanges: readonly Exchange[],
  proxyVariable: string | undefined,
): string {
  const message = exchanges[0]?.failure?.message ?? 'No answer.';
  const cause =
    proxyVariable === undefined
      ? (causes.find(([code]) => code.test(message))?.[1] ?? dropped)
      : `The connection goes through ${proxyVariable}: correct it, add the credentials that the proxy requires, or add the host to NO_PROXY.`;
  return `The target at ${baseUrl} cannot be reached: ${message} ${cause}`;
}
