/**
 * Bytes of standard base64 with padding, in the canonical form of RFC 4648 section 3.5; undefined for anything else.
 * Different strings never give the same bytes, so an altered string is always detected.
 */
export function decodeBase64(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? bytes : undefined;
}

/** The same for base64url without padding, as in JWTs (RFC 7515 section 2). */
export function isCanonicalBase64url(text: string): boolean {
  return text !== '' && Buffer.from(text, 'base64url').toString('base64url') === text;
}
