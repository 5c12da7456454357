/** Forms of secrets that must never be published; our own marks have none of these forms. */
const forms: readonly (readonly [RegExp, string])[] = [
  [/-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----/, 'a private key'],
  // Also inside a JSON text that is itself a string.
  [/"d\\*"\s*:\s*\\*"[\w-]{40,}\\*"/, 'a private JWK'],
];

/** Bodies that are not text are in base64. */
const encoded = /"(?:body|decoded)Base64":"([A-Za-z0-9+/=]+)"/g;

/** What a JWT is made of. It is found in steps: one pattern would search to the end of a run from each `eyJ` in it. */
const runs = /[\w.-]+/g;

/** Header and payload of a JWT start with {" in base64url. */
const jsonStart = 'eyJ';
const shortestJson = jsonStart.length + 10;

/** A shorter signature is not usable. */
const shortestSignature = 20;

function hasJwt(text: string): boolean {
  if (!text.includes(jsonStart)) return false;
  for (const [run] of text.matchAll(runs)) {
    const parts = run.split('.');
    const isFound = parts.some((header, index) => {
      const [payload = '', signature = ''] = parts.slice(index + 1, index + 3);
      const start = header.indexOf(jsonStart);
      return (
        start !== -1 &&
        header.length - start >= shortestJson &&
        payload.startsWith(jsonStart) &&
        payload.length >= shortestJson &&
        signature.length >= shortestSignature
      );
    });
    if (isFound) return true;
  }
  return false;
}

/** Describes the first secret in some bytes; undefined if there is none. */
export function findSecret(bytes: Buffer): string | undefined {
  const text = bytes.toString('latin1');
  const found = secretIn(text);
  if (found !== undefined) return found;
  for (const [, base64 = ''] of text.matchAll(encoded)) {
    const inside = secretIn(Buffer.from(base64, 'base64').toString('latin1'));
    if (inside !== undefined) return inside;
  }
  return undefined;
}

function secretIn(text: string): string | undefined {
  return hasJwt(text) ? 'a JWT' : forms.find(([form]) => form.test(text))?.[1];
}
