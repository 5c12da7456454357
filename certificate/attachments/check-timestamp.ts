import { createHash, X509Certificate } from 'node:crypto';
import { ObjectIdentifier, OctetString, Sequence } from 'asn1js';
import { type Attribute, Certificate, type SignerInfo } from 'pkijs';
import { BundleRefused } from '../bundle-refused.ts';
import { chainToRoot, isForTimestamps } from './certificate-chain.ts';
import { digestName, type TimestampToken, tstInfoType } from './timestamp-token.ts';

/** More certificates than any chain has. */
const mostCertificates = 20;

/** Signed attributes (RFC 5652 §11, RFC 5035 §3, RFC 2634 §5.4). */
const attribute = {
  contentType: '1.2.840.113549.1.9.3',
  signingCertificate: '1.2.840.113549.1.9.16.2.12',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
} as const;

/**
 * Checks who made a token: its signature, and the chain of certificates to a root, each valid at the time of the token.
 * @returns the name of the timestamp authority
 * @throws BundleRefused with the first problem
 */
export async function checkTimestamp(
  path: string,
  { signed, info }: TimestampToken,
  data: Buffer,
  roots: readonly X509Certificate[],
): Promise<string> {
  const [signer, ...others] = signed.signerInfos;
  const certificates = (signed.certificates ?? []).filter((each) => each instanceof Certificate);
  if (certificates.length === 0)
    return refuse(`${path} has no certificate of who made it. Request it with \`openssl ts -query -cert\`.`);
  if (signer === undefined || others.length > 0 || certificates.length > mostCertificates)
    return refuse(
      `${path} does not have exactly one signature and at most ${mostCertificates} certificates.`,
    );
  const made = await signed
    .verify({ signer: 0, data: arrayBuffer(data), extendedMode: true })
    .catch(() => ({ signatureVerified: false, signerCertificate: undefined }));
  const { signatureVerified, signerCertificate } = made;
  if (signatureVerified !== true || !(signerCertificate instanceof Certificate) || !hasOwnAttributes(signer))
    return refuse(`${path} was changed: the signature of the timestamp authority does not fit.`);
  const leaf = ofRuntime(signerCertificate);
  if (leaf === undefined) return refuse(`${path} has a certificate of who made it that cannot be read.`);
  const between = certificates.flatMap((each) => ofRuntime(each) ?? []);
  if (!namesCertificate(signer, leaf.raw))
    return refuse(`${path} names another certificate of the timestamp authority than the one it comes with.`);
  if (!isForTimestamps(leaf))
    return refuse(`${path} was made by ${nameOf(leaf)}, whose certificate is not one for timestamps.`);
  if (chainToRoot(leaf, between, roots, info.genTime) === undefined) {
    return refuse(
      `${path} was made by ${nameOf(leaf)}, for which no --timestamp-root answered at ${info.genTime.toISOString()}.`,
    );
  }
  return nameOf(leaf);
}

/** What is signed must be said to be a timestamp, with a digest that is not broken. */
function hasOwnAttributes({ signedAttrs, digestAlgorithm }: SignerInfo): boolean {
  const types = (signedAttrs?.attributes ?? []).filter(({ type }) => type === attribute.contentType);
  const [named] = types.flatMap(({ values }) => values as unknown[]);
  return (
    types.length === 1 &&
    named instanceof ObjectIdentifier &&
    named.getValue() === tstInfoType &&
    digestName(digestAlgorithm.algorithmId) !== undefined
  );
}

/**
 * Whether the signed attributes have the digest of the certificate (ESSCertID), as RFC 3161 demands: another certificate with the
 * same key could say something else.
 */
function namesCertificate({ signedAttrs }: SignerInfo, certificate: Buffer): boolean {
  const attributes = signedAttrs?.attributes ?? [];
  const said = attributes.flatMap((each) => {
    if (each.type === attribute.signingCertificateV2) return [essDigest(each, 'sha256')];
    return each.type === attribute.signingCertificate ? [essDigest(each, 'sha1')] : [];
  });
  return (
    said.length > 0 &&
    said.every(
      (one) => one !== undefined && createHash(one.name).update(certificate).digest().equals(one.digest),
    )
  );
}

/** The first ESSCertID of an attribute: an optional algorithm, and a digest. */
function essDigest({ values }: Attribute, byDefault: string): { name: string; digest: Buffer } | undefined {
  const [value] = values as unknown[];
  const [list] = membersOf(value);
  const [first] = membersOf(list);
  const [head, next] = membersOf(first);
  if (head instanceof OctetString) return { name: byDefault, digest: Buffer.from(head.getValue()) };
  const [algorithm] = membersOf(head);
  if (!(algorithm instanceof ObjectIdentifier) || !(next instanceof OctetString)) return undefined;
  const name = digestName(algorithm.getValue());
  return name === undefined ? undefined : { name, digest: Buffer.from(next.getValue()) };
}

function membersOf(value: unknown): readonly unknown[] {
  return value instanceof Sequence ? value.valueBlock.value : [];
}

/** The certificate as the runtime reads it, which is stricter; undefined if it cannot. Nobody signed which ones are there. */
function ofRuntime(certificate: Certificate): X509Certificate | undefined {
  try {
    return new X509Certificate(Buffer.from(certificate.toSchema().toBER()));
  } catch {
    return undefined;
  }
}

function nameOf({ subject }: X509Certificate): string {
  return subject.split('\n').join(', ');
}

function arrayBuffer(bytes: Buffer): ArrayBuffer {
  return new Uint8Array(bytes).buffer;
}

function refuse(sentence: string): never {
  throw new BundleRefused('timestamp', sentence);
}
