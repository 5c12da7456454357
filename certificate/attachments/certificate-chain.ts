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
 * Whether a chain leads from a certificate to one of the roots, in which each was valid at the time and may do what it does.
 * Each certificate is reached once, so that certificates that issue each other end the search like others.
 */
export function leadsToRoot(
  leaf: X509Certificate,
  between: readonly X509Certificate[],
  roots: readonly X509Certificate[],
  at: Date,
): boolean {
  const rest = new Set([...roots, ...between].filter((each) => !each.raw.equals(leaf.raw)));
  let reached = mayBeUsed(leaf, at) ? [leaf] : [];
  // The end certificate does not count for the length of a path (RFC 5280 §4.2.1.9).
  for (let below = 0; below < longest && reached.length > 0; below += 1) {
    if (reached.some(({ raw }) => roots.some((root) => root.raw.equals(raw)))) return true;
    const issuers = [...rest].filter(
      (issuer) =>
        reached.some((subject) => hasIssued(issuer, subject)) &&
        mayBeUsed(issuer, at) &&
        pathLimit(issuer) >= below,
    );
    for (const issuer of issuers) rest.delete(issuer);
    reached = issuers;
  }
  return false;
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
