import { mkdtempSync, writeFileSync } from 'node:fs';
import { createSecureServer } from 'node:http2';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';
import { onTestFinished } from 'vitest';
import { type Certificates, makeCertificates } from '../../reference/certificates.ts';
import { at, type Mistake, reference } from './mistake.ts';

/** Files with an authority and with a client's certificate and key, and the settings that name them. */
function filesOf({ ca, client }: Certificates, folder: string) {
  const own = mkdtempSync(join(folder, 'certificates-'));
  const written = (name: string, text: string): string => {
    const path = join(own, name);
    writeFileSync(path, text);
    return path;
  };
  return {
    authority: { TARGET_CA_FILE: written('ca.pem', ca) },
    client: {
      TARGET_CLIENT_CERT: written('client.pem', client.cert),
      TARGET_CLIENT_KEY: written('client.key', client.key),
    },
  };
}

/** Settings for a server that is not the reference server. */
async function tlsAt(server: Server): Promise<Record<string, string>> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return at(`https://localhost:${(server.address() as AddressInfo).port}`);
}

/** The reference server with TLS; settings that trust it, without a client certificate. */
async function secured(folder: string, tls: TlsOptions = {}): Promise<Record<string, string>> {
  const certificates = await makeCertificates();
  const { baseUrl } = await reference({ tls: { ...certificates.server, ...tls } });
  return { ...at(baseUrl), ...filesOf(certificates, folder).authority };
}

/** The client certificate of another authority than the server's. */
async function withClient(folder: string, of: Parameters<typeof makeCertificates>[0] = {}) {
  return filesOf(await makeCertificates(of), folder).client;
}

const wantsClient = { requestCert: true, rejectUnauthorized: true } as const;

const clientCertificate = {
  status: 3,
  remedy: 'set TARGET_CLIENT_CERT and TARGET_CLIENT_KEY to one that it accepts',
};

/** Mistakes about TLS, and servers that want something else of it. */
export const tlsMistakes: readonly Mistake[] = [
  {
    ...clientCertificate,
    name: 'a client certificate is missing (TLS 1.3)',
    cause: 'requires a client certificate',
    made: (folder) => secured(folder, wantsClient),
  },
  {
    ...clientCertificate,
    name: 'a client certificate is missing (TLS 1.2)',
    cause: 'requires a client certificate',
    made: (folder) => secured(folder, { ...wantsClient, maxVersion: 'TLSv1.2' }),
  },
  {
    ...clientCertificate,
    name: 'a client certificate of another authority',
    args: ['doctor'],
    cause: 'requires a client certificate',
    made: async (folder) => ({ ...(await withClient(folder)), ...(await secured(folder, wantsClient)) }),
  },
  {
    name: 'a client certificate that has expired',
    status: 2,
    cause: 'The certificate in TARGET_CLIENT_CERT expired on',
    remedy: 'Renew it.',
    made: async (folder) => ({
      ...(await withClient(folder, { client: -60_000 })),
      ...(await secured(folder)),
    }),
  },
  {
    name: 'a client certificate with the key of another',
    status: 2,
    cause: 'TARGET_CLIENT_KEY is not the key of the certificate in TARGET_CLIENT_CERT.',
    remedy: 'Give both of one pair.',
    made: async (folder) => {
      const { TARGET_CLIENT_CERT } = await withClient(folder);
      writeFileSync(join(folder, 'other.key'), (await makeCertificates()).client.key);
      return {
        ...at('https://localhost:9'),
        TARGET_CLIENT_CERT,
        TARGET_CLIENT_KEY: join(folder, 'other.key'),
      };
    },
  },
  ...(['TARGET_CA_FILE', 'TARGET_CLIENT_CERT', 'TARGET_CLIENT_KEY'] as const).map(
    (name): Mistake => ({
      name: `${name} is no PEM file`,
      status: 2,
      cause: `${name} is not `,
      remedy: 'in PEM.',
      made: async (folder) => {
        writeFileSync(join(folder, 'text'), 'no PEM');
        return {
          ...at('https://localhost:9'),
          ...(await withClient(folder)),
          [name]: join(folder, 'text'),
        };
      },
    }),
  ),
  {
    name: 'a certificate of the server that has expired',
    status: 3,
    cause: 'The certificate has expired or is not yet valid.',
    remedy: 'Renew it',
    made: async (folder) => {
      const certificates = await makeCertificates({ server: -60_000 });
      const { baseUrl } = await reference({ tls: certificates.server });
      return { ...at(baseUrl), ...filesOf(certificates, folder).authority };
    },
  },
  {
    name: 'the authority of another server',
    status: 3,
    cause: 'signed by an unknown authority',
    remedy: 'Set TARGET_CA_FILE',
    made: async (folder) => ({
      ...(await secured(folder)),
      ...filesOf(await makeCertificates(), folder).authority,
    }),
  },
  {
    name: 'a server that closes connections in the handshake',
    status: 3,
    cause: 'during the TLS handshake',
    remedy: 'If it requires a client certificate',
    made: () => tlsAt(createServer((socket) => void socket.once('data', () => socket.destroy()))),
  },
  {
    name: 'a server that never ends the handshake',
    status: 3,
    cause: 'No TLS handshake within 270 ms.',
    remedy: 'Check the port in TARGET_BASE_URL',
    made: async () => ({ ...(await tlsAt(createServer(() => undefined))), TARGET_TIMEOUT_MS: '300' }),
  },
  {
    name: 'a server that offers HTTP/2 alone',
    status: 3,
    cause: 'does not offer HTTP/1.1 over TLS',
    remedy: 'Enable it, or put a proxy in front',
    made: async (folder) => {
      const certificates = await makeCertificates();
      const server = createSecureServer({ ...certificates.server, allowHTTP1: false });
      return {
        ...(await tlsAt(server as unknown as Server)),
        ...filesOf(certificates, folder).authority,
      };
    },
  },
  {
    name: 'a server that offers TLS 1.1 alone',
    status: 3,
    cause: 'offers no version of TLS that Node.js takes',
    remedy: 'Enable TLS 1.2 or 1.3',
    made: async (folder) => {
      const certificates = await makeCertificates();
      const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } as const;
      return {
        ...(await tlsAt(createTlsServer({ ...certificates.server, ...old }))),
        ...filesOf(certificates, folder).authority,
      };
    },
  },
];
