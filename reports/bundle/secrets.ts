/** Forms of secrets that must never be published; our own marks have none of these forms. */
const forms: readonly (readonly [RegExp, string])[] = [
  [/-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----/, 'a private key'],
  [/"d"\s*:\s*"[\w-]{40,}"/, 'a private JWK'],
];

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
  return hasJwt(text) ? 'a JWT' : forms.find(([form]) => form.test(text))?.[1];
}
