import type { Exchange, FailureKind, TransportFailure } from './exchange.ts';

const noWay =
  'The host cannot be reached from this machine. Check the host and port in TARGET_BASE_URL, firewalls and the VPN.';

const late =
  'The server accepts the connection but does not respond in time. Check the port in TARGET_BASE_URL, or increase TARGET_TIMEOUT_MS.';

/** Why there is no response, by the error code of a failure, and what to do about it; the first match applies. */
const byCode: readonly (readonly [code: RegExp, cause: string])[] = [
  [
    /^ECONNREFUSED$/,
    'Connection refused. Check the port in TARGET_BASE_URL and that the server is running; in a container, 127.0.0.1 is the container itself.',
  ],
  [/^(ENOTFOUND|EAI_AGAIN)$/, 'The host name cannot be resolved. Check the host in TARGET_BASE_URL.'],
  [/^(EHOSTUNREACH|ENETUNREACH|ETIMEDOUT)$/, noWay],
  [/^TLS_HANDSHAKE_TIMEOUT$/, late],
  [
    /^ERR_SSL_(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST)$/,
    'The server does not use TLS on this port. Write http:// in TARGET_BASE_URL, or correct the port.',
  ],
  [
    /NO_APPLICATION_PROTOCOL/,
    'The server does not offer HTTP/1.1 over TLS, which the suite speaks: perhaps only HTTP/2. Enable it, or put a proxy in front.',
  ],
  [
    /PROTOCOL_VERSION|UNSUPPORTED_PROTOCOL/,
    'The server offers no version of TLS that Node.js takes. Enable TLS 1.2 or 1.3 on the server.',
  ],
  [
    /^(EPROTO$|ERR_SSL_)/,
    'The TLS handshake failed. If the server requires a client certificate, set TARGET_CLIENT_CERT and TARGET_CLIENT_KEY to one that it accepts; otherwise see its log.',
  ],
  [
    /SELF_SIGNED|^UNABLE_TO_|ISSUER_CERT|^CERT_(SIGNATURE_FAILURE|UNTRUSTED)$/,
    'The certificate is signed by an unknown authority. Set TARGET_CA_FILE to the PEM file of that authority.',
  ],
  [
    /ALTNAME/,
    'The certificate is for another host name. Use the name in the certificate in TARGET_BASE_URL.',
  ],
  [
    /^CERT_(HAS_EXPIRED|NOT_YET_VALID)$/,
    'The certificate has expired or is not yet valid. Renew it, or correct the clock.',
  ],
];

/** The same by the kind of a failure, where its code says nothing more. */
const byKind: Readonly<Partial<Record<FailureKind, string>>> = {
  refused: noWay,
  protocol:
    'The server does not use HTTP/1.1. Check the port in TARGET_BASE_URL: is it that of the JSON API, not of gRPC? If it uses TLS, write https://.',
  timeout: late,
  slow: late,
};

/** By the scheme of the target. */
const dropped = {
  'http:':
    'The server closes the connection. If it uses TLS, write https:// in TARGET_BASE_URL; otherwise see its log.',
  'https:':
    'The server closes the connection. If it requires a client certificate, set TARGET_CLIENT_CERT and TARGET_CLIENT_KEY to one that it accepts; otherwise see its log.',
};

/** A sentence for a target on which no operation responded: what happened, the likely cause, the remedy. */
export function unreachable(
  baseUrl: string,
  exchanges: readonly Exchange[],
  proxyVariable: string | undefined,
): string {
  const failure = exchanges[0]?.failure;
  const cause =
    proxyVariable === undefined
      ? causeOf(failure, new URL(baseUrl).protocol === 'https:' ? 'https:' : 'http:')
      : `The connection goes through ${proxyVariable}: correct it, add the credentials that the proxy requires, or add the host to NO_PROXY.`;
  return `The target at ${baseUrl} cannot be reached: ${failure?.message ?? 'No answer.'} ${cause}`;
}

function causeOf(failure: TransportFailure | undefined, scheme: keyof typeof dropped): string {
  const { code = '', kind = 'closed' } = failure ?? {};
  const known = byCode.find(([pattern]) => pattern.test(code))?.[1];
  return known ?? (code === 'ECONNRESET' ? undefined : byKind[kind]) ?? dropped[scheme];
}
