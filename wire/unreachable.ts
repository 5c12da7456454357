import type { Exchange } from './exchange.ts';

/** Why there is no response, by the code of a failure, and what to do about it; the first match applies. */
const causes: readonly (readonly [code: RegExp, cause: string])[] = [
  [
    /ECONNREFUSED/,
    'Nothing listens there. Check the port in TARGET_BASE_URL, and that the server runs; in a container 127.0.0.1 is the container itself.',
  ],
  [/ENOTFOUND|EAI_AGAIN/, 'Its host name cannot be resolved. Check the host in TARGET_BASE_URL.'],
  [
    /EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT/,
    'The host cannot be reached from this machine. Check the host and port in TARGET_BASE_URL, firewalls and the VPN.',
  ],
  [
    /EPROTO|ERR_SSL_/,
    'No TLS connection comes about. If the server speaks plain HTTP, write http:// in TARGET_BASE_URL; if it wants a client certificate, set TARGET_CLIENT_CERT and TARGET_CLIENT_KEY.',
  ],
  [
    /SELF_SIGNED|UNABLE_TO_|ISSUER_CERT/,
    'Its certificate is signed by an authority that is not known here. Set TARGET_CA_FILE to the PEM file of that authority.',
  ],
  [
    /ALTNAME/,
    'Its certificate is for another host name. Write the name of the certificate into TARGET_BASE_URL.',
  ],
  [/CERT_HAS_EXPIRED|CERT_NOT_YET/, 'Its certificate is not valid today. Renew it, or correct the clock.'],
  [
    /not valid HTTP/,
    'What answers there does not speak HTTP/1.1. Check the port in TARGET_BASE_URL: is it the one of the JSON API, and not of gRPC?',
  ],
  [
    /No whole answer within/,
    'It takes the connection and does not answer in time. Check the port in TARGET_BASE_URL, or give TARGET_TIMEOUT_MS more.',
  ],
];

const dropped =
  'It drops the connection. If the server speaks TLS, write https:// in TARGET_BASE_URL; otherwise look into its log.';

/** A sentence for a target on which no operation responded: what happened, the likely cause, the remedy. */
export function unreachable(baseUrl: string, exchanges: readonly Exchange[], proxied: boolean): string {
  const message = exchanges[0]?.failure?.message ?? 'No answer.';
  const cause = proxied
    ? 'HTTPS_PROXY is in the way: correct it, give it the user that the proxy wants, or put the host into NO_PROXY.'
    : (causes.find(([code]) => code.test(message))?.[1] ?? dropped);
  return `The target at ${baseUrl} cannot be reached: ${message} ${cause}`;
}
