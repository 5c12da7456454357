import { expect, test } from 'vitest';
import type { TransportFailure } from '../../wire/exchange.ts';
import { unreachable } from '../../wire/unreachable.ts';
import { anExchange } from '../reports/journal-fixture.ts';

const base = 'http://ledger.example';

function sentence(failure: Omit<TransportFailure, 'message'>, proxy?: string): string {
  const { answer: _, ...exchange } = anExchange('preflight@list-users/1#1');
  return unreachable(base, [{ ...exchange, failure: { ...failure, message: 'What happened.' } }], proxy);
}

test.each<[Omit<TransportFailure, 'message'>, string]>([
  [
    { kind: 'refused', code: 'ECONNREFUSED' },
    'Check the port in TARGET_BASE_URL and that the server is running',
  ],
  [{ kind: 'refused', code: 'ETIMEDOUT' }, 'firewalls and the VPN'],
  [{ kind: 'refused' }, 'firewalls and the VPN'],
  [{ kind: 'closed', code: 'EAI_AGAIN' }, 'The host name cannot be resolved'],
  [{ kind: 'closed', code: 'EPROTO' }, 'set TARGET_CLIENT_CERT and TARGET_CLIENT_KEY'],
  [{ kind: 'closed', code: 'ERR_SSL_WRONG_VERSION_NUMBER' }, 'Write http:// in TARGET_BASE_URL'],
  [
    { kind: 'closed', code: 'ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL' },
    'does not offer HTTP/1.1 over TLS',
  ],
  [{ kind: 'closed', code: 'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION' }, 'Enable TLS 1.2 or 1.3'],
  [{ kind: 'refused', code: 'TLS_HANDSHAKE_TIMEOUT' }, 'increase TARGET_TIMEOUT_MS'],
  [{ kind: 'refused', code: 'ECONNRESET' }, 'write https:// in TARGET_BASE_URL'],
  [{ kind: 'closed', code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }, 'Set TARGET_CA_FILE'],
  [{ kind: 'closed', code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' }, 'Set TARGET_CA_FILE'],
  [{ kind: 'closed', code: 'ERR_TLS_CERT_ALTNAME_INVALID' }, 'Use the name in the certificate'],
  [{ kind: 'closed', code: 'CERT_HAS_EXPIRED' }, 'Renew it, or correct the clock'],
  [{ kind: 'protocol', code: 'HPE_INVALID_CONSTANT' }, 'not of gRPC'],
  [{ kind: 'timeout' }, 'increase TARGET_TIMEOUT_MS'],
  [{ kind: 'slow' }, 'increase TARGET_TIMEOUT_MS'],
  [{ kind: 'closed', code: 'ECONNRESET' }, 'write https:// in TARGET_BASE_URL'],
])('A failure %j gets a remedy.', (failure, remedy) => {
  expect(sentence(failure)).toContain(`The target at ${base} cannot be reached: What happened. `);
  expect(sentence(failure)).toContain(remedy);
});

test('Behind a proxy, it is the proxy that is to be corrected.', () => {
  expect(sentence({ kind: 'refused', code: 'ECONNREFUSED' }, 'HTTP_PROXY')).toMatch(
    /What happened\. The connection goes through HTTP_PROXY: correct it/,
  );
});

test('A server that closes connections with TLS may want a client certificate.', () => {
  const { answer: _, ...exchange } = anExchange('preflight@list-users/1#1');
  const failure = { kind: 'closed', code: 'ECONNRESET', message: 'What happened.' } as const;
  expect(unreachable('https://ledger.example', [{ ...exchange, failure }], undefined)).toContain(
    'If it requires a client certificate, set TARGET_CLIENT_CERT and TARGET_CLIENT_KEY',
  );
});
