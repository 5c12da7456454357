import { createHash } from 'node:crypto';
import { fromBER } from 'asn1js';
import { ContentInfo, SignedData, TimeStampResp, TSTInfo } from 'pkijs';
import { BundleRefused } from '../bundle-refused.ts';

/** A timestamp token (RFC 3161): signed data (RFC 5652) with a statement of when a digest existed. */
export interface TimestampToken {
  readonly signed: SignedData;
  readonly info: TSTInfo;
}

/** The type of the content of a token. */
export const tstInfoType = '1.2.840.113549.1.9.16.1.4';

/** The digests that a timestamp may be about; SHA-1 is broken. */
const digests: Readonly<Record<string, string>> = {
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
};

/** The name of a digest that may be used; undefined for SHA-1 and unknown ones. */
export function digestName(algorithmId: string): string | undefined {
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
    return refuse(`${path} is a timestamp of a digest other than SHA-256, SHA-384 and SHA-512.`);
  if (!createHash(digest).update(data).digest().equals(hashedMessage.valueBlock.valueHexView))
    return refuse(`${path} is a timestamp of something else than the signature that it is named after.`);
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
    return refuse(`${path} is not a timestamp token of RFC 3161.`);
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
      `${path} is a refusal of the timestamp authority (status ${status.status}), not a timestamp.`,
    );
  const token = Buffer.from(timeStampToken.toSchema().toBER());
  parsedToken(path, token);
  return token;
}

function refuse(sentence: string): never {
  throw new BundleRefused('timestamp', sentence);
}
