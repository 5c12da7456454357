import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createSecureContext, TLSSocket } from 'node:tls';
import { makeCertificates } from '../../reference/certificates.ts';
import type { Served } from './behaviour.ts';
import { listening } from './front.ts';

/** The same target with TLS in front of it, which passes on bytes and how connections end. */
export async function overTls(served: Served, folder: string): Promise<Served> {
  const target = new URL(served.settings.TARGET_BASE_URL ?? '');
  if (target.protocol === 'https:') return served;
  const to = { host: target.hostname, port: Number(target.port), allowHalfOpen: true };
  const { ca, server: pair } = await makeCertificates();
  const secureContext = createSecureContext(pair);
  const { port, close } = await listening((front) => {
    // First, so that a target that refuses connections does so before there is TLS.
    const back = connect(to, () => {
      const secured = new TLSSocket(front, { isServer: true, secureContext });
      for (const [socket, other] of [
        [secured, back],
        [back, secured],
      ] as const) {
        socket.on('error', () => other.destroy());
        socket.on('close', () => other.destroySoon());
        socket.pipe(other);
      }
    });
    back.on('error', () => front.resetAndDestroy());
    front.on('close', () => back.destroySoon());
  }, true);
  const caFile = join(folder, 'ca.pem');
  writeFileSync(caFile, ca);
  target.protocol = 'https:';
  target.port = String(port);
  return {
    ...served,
    settings: {
      ...served.settings,
      TARGET_BASE_URL: target.href.replace(/\/$/, ''),
      TARGET_CA_FILE: caFile,
    },
    async close() {
      await close();
      await served.close();
    },
  };
}
