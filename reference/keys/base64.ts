/**
 * Bytes of standard base64 with padding, in the one spelling that RFC 4648 section 3.5 calls canonical; undefined for
 * anything else. Two different strings never give the same bytes, so an altered string is always noticed.
 */
export function decodeBase64(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? bytes : undefined;
}

/** The same for base64url without padding, as JWTs use it (RFC 7515 section 2). */
export function isCanonicalBase64url(text: string): boolean {
  return text !== '' && Buffer.from(text, 'base64url').toString('base64url') === text;
}
