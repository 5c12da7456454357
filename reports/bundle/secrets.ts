/** What must not be in anything that is published, by the form it has; our marks have none of these forms. */
const forms: readonly (readonly [RegExp, string])[] = [
  // Header and payload of a JWT begin with {" in base64url; a signature of at least 20 characters makes it usable.
  [/eyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{20,}/, 'a JWT'],
  [/-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----/, 'a private key'],
  [/"d"\s*:\s*"[\w-]{40,}"/, 'a private JWK'],
];

/** The first secret in some bytes, in words; undefined where there is none. */
export function findSecret(bytes: Buffer): string | undefined {
  const text = bytes.toString('latin1');
  return forms.find(([form]) => form.test(text))?.[1];
}
