import type { X509Certificate } from 'node:crypto';
import { type BasicConstraints, Certificate, type Extension } from 'pkijs';

/** A chain with more certificates is not searched for. */
const longest = 6;

/** Extensions that are checked here or by the runtime (RFC 5280 §4.2); a critical one besides them rules a certificate out. */
const known = {
  keyUsage: '2.5.29.15',
  basicConstraints: '2.5.29.19',
  policies: '2.5.29.32',
  extendedKeyUsage: '2.5.29.37',
} as const;

/**
 * The shortest chain from a certificate to one of the roots, in which each was valid at the time and may do what it does.
 * @returns the certificates, the root last; undefined if there is none
 */
export function chainToRoot(
  leaf: X509Certificate,
  between: readonly X509Certificate[],
  roots: readonly X509Certificate[],
  at: Date,
): X509Certificate[] | undefined {
  if (!mayBeUsed(leaf, at)) return undefined;
  // Each certificate is reached once, so that certificates that issue each other end the search like others.
  const seen = new Set([leaf.fingerprint256]);
  let paths: X509Certificate[][] = [[leaf]];
  for (let length = 1; length <= longest && paths.length > 0; length += 1) {
    const found = paths.find(([last]) => roots.some((root) => root.raw.equals(last?.raw ?? Buffer.alloc(0))));
    if (found !== undefined) return found.reverse();
    paths = paths.flatMap((path) => extended(path, [...roots, ...between], seen, at));
  }
  return undefined;
}

/** The path, which begins with the last issuer, with each further issuer in front of it. */
function extended(
  path: X509Certificate[],
  issuers: readonly X509Certificate[],
  seen: Set<string>,
  at: Date,
): X509Certificate[][] {
  const [subject] = path;
  if (subject === undefined) return [];
  return issuers.flatMap((issuer) => {
    if (seen.has(issuer.fingerprint256) || !hasIssued(issuer, subject) || !mayBeUsed(issuer, at)) return [];
    // The path has the end certificate, which does not count (RFC 5280 §4.2.1.9).
    if (pathLimit(issuer) < path.length - 1) return [];
    seen.add(issuer.fingerprint256);
    return [[issuer, ...path]];
  });
}

function hasIssued(issuer: X509Certificate, subject: X509Certificate): boolean {
  return issuer.ca && subject.checkIssued(issuer) && subject.verify(issuer.publicKey);
}

function mayBeUsed(certificate: X509Certificate, at: Date): boolean {
  const { validFrom, validTo } = certificate;
  const isValid = Date.parse(validFrom) <= at.getTime() && at.getTime() <= Date.parse(validTo);
  const ids: readonly string[] = Object.values(known);
  return (
    isValid && extensionsOf(certificate).every(({ critical, extnID }) => !critical || ids.includes(extnID))
  );
}

function pathLimit(certificate: X509Certificate): number {
  const constraints = extensionOf(certificate, known.basicConstraints)?.parsedValue as
    | BasicConstraints
    | undefined;
  const limit = constraints?.pathLenConstraint;
  if (limit === undefined) return longest;
  return typeof limit === 'number' ? limit : Number(limit.valueBlock.valueDec);
}

/** Bits of the key usage of who may sign data: digitalSignature and nonRepudiation. */
const signs = 0xc0;

/** Whether a certificate is one of a timestamp authority: for that purpose only, and critically so (RFC 3161 §2.3). */
export function isForTimestamps(certificate: X509Certificate): boolean {
  const purpose = extensionOf(certificate, known.extendedKeyUsage);
  const usage = extensionOf(certificate, known.keyUsage)?.parsedValue?.valueBlock.valueHexView as
    | Uint8Array
    | undefined;
  if (usage !== undefined && ((usage[0] ?? 0) & signs) === 0) return false;
  const purposes: readonly string[] = purpose?.parsedValue?.keyPurposes ?? [];
  return purpose?.critical === true && purposes.length === 1 && purposes[0] === timeStamping;
}

const timeStamping = '1.3.6.1.5.5.7.3.8';

function extensionOf(certificate: X509Certificate, id: string): Extension | undefined {
  return extensionsOf(certificate).find(({ extnID }) => extnID === id);
}

function extensionsOf({ raw }: X509Certificate): readonly Extension[] {
  return Certificate.fromBER(raw).extensions ?? [];
}
