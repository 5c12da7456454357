import { X509Certificate } from 'node:crypto';
import { readText } from '../../settings/read-file.ts';
import { UsageError } from '../../settings/usage-error.ts';

const block = /-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----/g;

/**
 * The certificates in a PEM file, each trusted as a root of timestamp authorities.
 * @throws UsageError if it cannot be read, or has no certificate
 */
export function readTimestampRoots(path: string): X509Certificate[] {
  const problem = (what: string): string =>
    `${path} ${what}. Give the root certificate of the timestamp authority as PEM, as its operator publishes it.`;
  const blocks = readText(path, problem('cannot be read')).match(block) ?? [];
  if (blocks.length === 0) throw new UsageError([problem('has no certificate')]);
  try {
    return blocks.map((text) => new X509Certificate(text));
  } catch {
    throw new UsageError([problem('has a certificate that cannot be read')]);
  }
}
