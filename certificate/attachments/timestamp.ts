import { createHash, X509Certificate } from 'node:crypto';
import { fromBER, ObjectIdentifier, OctetString, Sequence } from 'asn1js';
import {
  type Attribute,
  Certificate,
  ContentInfo,
  SignedData,
  type SignerInfo,
  TimeStampResp,
  TSTInfo,
} from 'pkijs';
import { readBytes } from '../../settings/read-file.ts';
import { UsageError } from '../../settings/usage-error.ts';
import { refuse } from '../refusal.ts';
import { isForTimestamps, leadsToRoot } from './certificate-chain.ts';

/** A timestamp token (RFC 3161): signed data (RFC 5652) with a statement of when a digest existed. */
interface TimestampToken {
  readonly signed: SignedData;
  readonly info: TSTInfo;
}

/** The type of the content of a token. */
const tstInfoType = '1.2.840.113549.1.9.16.1.4';

/** The digests that a timestamp may be about; SHA-1 is broken. */
const digests: Readonly<Record<string, string>> = {
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
};

/** The name of a digest that may be used; undefined for SHA-1 and unknown ones. */
function digestName(algorithmId: string): string | undefined {
  return Object.hasOwn(digests, algorithmId) ? digests[algorithmId] : undefined;
}

/**
 * Parses a token, and checks that it is about these bytes. Who made it is not checked.
 * @throws BundleRefused if it is not a token, or about something else
 */
export function tokenAbout(data: Buffer, path: string, bytes: Buffer): TimestampToken {
  const token = parsedToken(path, bytes);
  const { hashAlgorithm, hashedMessage } = token.info.messageImprint;
  const digest = digestName(hashAlgorithm.algorithmId);
  if (digest === undefined)
    return refuse('timestamp', `${path} is a timestamp of a digest other than SHA-256, SHA-384 and SHA-512.`);
  if (!createHash(digest).update(data).digest().equals(hashedMessage.valueBlock.valueHexView))
    return refuse(
      'timestamp',
      `${path} is a timestamp of something else than the signature that it is named after.`,
    );
  return token;
}

function parsedToken(path: string, bytes: Buffer): TimestampToken {
  try {
    // Bytes behind the token would be neither shown nor signed.
    if (fromBER(bytes).offset !== bytes.length) throw new Error('There is more than one value.');
    const content = ContentInfo.fromBER(new Uint8Array(bytes));
    if (content.contentType !== ContentInfo.SIGNED_DATA) throw new Error('This is other content.');
    const signed = new SignedData({ schema: content.content });
    const { eContentType, eContent } = signed.encapContentInfo;
    if (eContentType !== tstInfoType || eContent === undefined) throw new Error('It signs something else.');
    const info = TSTInfo.fromBER(eContent.getValue());
    if (Number.isNaN(info.genTime.getTime())) throw new Error('It has no time.');
    return { signed, info };
  } catch {
    return refuse('timestamp', `${path} is not a timestamp token of RFC 3161.`);
  }
}

/**
 * The token in what a timestamp authority answered; a token stays as it is.
 * @throws BundleRefused if the authority refused, or the bytes are neither
 */
export function tokenIn(path: string, bytes: Buffer): Buffer {
  let response: TimeStampResp;
  try {
    response = TimeStampResp.fromBER(new Uint8Array(bytes));
  } catch {
    parsedToken(path, bytes);
    return bytes;
  }
  const { status, timeStampToken } = response;
  // 0 and 1: granted, perhaps with changes (RFC 3161 §2.4.2).
  if (status.status > 1 || timeStampToken === undefined)
    return refuse(
      'timestamp',
      `${path} is a rejection by the timestamp authority (status ${status.status}), not a timestamp.`,
    );
  const token = Buffer.from(timeStampToken.toSchema().toBER());
  parsedToken(path, token);
  return token;
}

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
 * @returns the name of the timestamp authority, and the time that it gives
 * @throws BundleRefused with the first problem
 */
export async function checkTimestamp(
  path: string,
  { signed, info }: TimestampToken,
  data: Buffer,
  roots: readonly X509Certificate[],
): Promise<{ readonly by: string; readonly at: Date }> {
  const [signer, ...others] = signed.signerInfos;
  const certificates = (signed.certificates ?? []).filter((each) => each instanceof Certificate);
  if (certificates.length === 0)
    return refuse(
      'timestamp',
      `${path} has no certificate of its authority. Request it with \`openssl ts -query -cert\`.`,
    );
  if (signer === undefined || others.length > 0 || certificates.length > mostCertificates)
    return refuse(
      'timestamp',
      `${path} does not have exactly one signature and at most ${mostCertificates} certificates.`,
    );
  const made = await signed
    .verify({ signer: 0, data: arrayBuffer(data), extendedMode: true })
    .catch(() => ({ signatureVerified: false, signerCertificate: undefined }));
  const { signatureVerified, signerCertificate } = made;
  if (signatureVerified !== true || !(signerCertificate instanceof Certificate) || !hasOwnAttributes(signer))
    return refuse('timestamp', `${path} was changed: the signature of the timestamp authority is invalid.`);
  const leaf = ofRuntime(signerCertificate);
  if (leaf === undefined)
    return refuse('timestamp', `${path} has a certificate of its authority that cannot be read.`);
  const between = certificates.flatMap((each) => ofRuntime(each) ?? []);
  if (!namesCertificate(signer, leaf.raw))
    return refuse(
      'timestamp',
      `${path} names another certificate of the timestamp authority than the one it comes with.`,
    );
  if (!isForTimestamps(leaf))
    return refuse(
      'timestamp',
      `${path} was made by ${nameOf(leaf)}, whose certificate is not one for timestamps.`,
    );
  if (!leadsToRoot(leaf, between, roots, info.genTime))
    return refuse(
      'timestamp',
      `${path} was made by ${nameOf(leaf)}, which no --timestamp-root vouched for at ${info.genTime.toISOString()}.`,
    );
  return { by: nameOf(leaf), at: info.genTime };
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

const block = /-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----/g;

/**
 * The certificates in a PEM file, each trusted as a root of timestamp authorities.
 * @throws UsageError if it cannot be read, or has no certificate
 */
export function readTimestampRoots(path: string): X509Certificate[] {
  const problem = (what: string): string =>
    `${path} ${what}. Give the root certificate of the timestamp authority as PEM, as its operator publishes it.`;
  const blocks = readBytes(path, problem('cannot be read')).toString().match(block) ?? [];
  if (blocks.length === 0) throw new UsageError([problem('has no certificate')]);
  try {
    return blocks.map((text) => new X509Certificate(text));
  } catch {
    throw new UsageError([problem('has a certificate that cannot be read')]);
  }
}
