/** Forms of secrets that must never be published; our own marks have none of these forms. */
const forms: readonly (readonly [RegExp, string])[] = [
  // Header and payload of a JWT start with {" in base64url; a signature shorter than 20 characters is not usable.
  [/eyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{20,}/, 'a JWT'],
  [/-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----/, 'a private key'],
  [/"d"\s*:\s*"[\w-]{40,}"/, 'a private JWK'],
];

/** Describes the first secret in some bytes; undefined if there is none. */
export function findSecret(bytes: Buffer): string | undefined {
  const text = bytes.toString('latin1');
  return forms.find(([form]) => form.test(text))?.[1];
}
