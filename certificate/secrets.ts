import type { Files } from './manifest.ts';
import type { OpenedStatement } from './statements.ts';

/** Forms of secrets that must never be published; our own marks have none of these forms. */
const forms: readonly (readonly [RegExp, string])[] = [
  [/-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----/, 'a private key'],
  // Also inside a JSON text that is itself a string.
  [/"d\\{0,9}"\s{0,99}:\s{0,99}\\{0,9}"[\w-]{40,1400}\\{0,9}"/, 'a private JWK'],
];

/** Bodies that are not text are in base64. */
const encoded = /"(?:body|decoded)Base64":"/g;

/** Not part of a JWT. A pattern for the JWT itself would search to the end of a run of characters from each `eyJ` in it. */
const foreign = /[^\w.-]/g;

/** Header and payload of a JWT start with {" in base64url. */
const jsonStart = 'eyJ';
const shortestJson = jsonStart.length + 10;

/** A shorter signature is not usable. */
const shortestSignature = 20;

function hasJwt(text: string): boolean {
  let end = 0;
  for (let start = text.indexOf(jsonStart); start !== -1; start = text.indexOf(jsonStart, end)) {
    foreign.lastIndex = start;
    end = foreign.exec(text)?.index ?? text.length;
    const parts = text.slice(start, end).split('.');
    const isFound = parts.some((header, index) => {
      const [payload = '', signature = ''] = parts.slice(index + 1, index + 3);
      const at = header.indexOf(jsonStart);
      return (
        at !== -1 &&
        header.length - at >= shortestJson &&
        payload.startsWith(jsonStart) &&
        payload.length >= shortestJson &&
        signature.length >= shortestSignature
      );
    });
    if (isFound) return true;
  }
  return false;
}

/**
 * Says if something that is published with a bundle has a secret in it.
 * @param statements whose payloads the files have in base64
 */
export function secretProblem(files: Files, statements: readonly OpenedStatement[]): string | undefined {
  const payloads = statements.map(({ name, payload }) => [name, payload] as const);
  for (const [path, bytes] of [...files, ...payloads]) {
    const found = findSecret(bytes);
    if (found !== undefined) return `${path} contains ${found}; do not publish it.`;
  }
  return undefined;
}

/** Describes the first secret in some bytes; undefined if there is none. */
export function findSecret(bytes: Buffer): string | undefined {
  const text = bytes.toString('latin1');
  const found = secretIn(text);
  if (found !== undefined) return found;
  for (const { 0: before, index } of text.matchAll(encoded)) {
    const start = index + before.length;
    const base64 = text.slice(start, text.indexOf('"', start));
    const inside = secretIn(Buffer.from(base64, 'base64').toString('latin1'));
    if (inside !== undefined) return inside;
  }
  return undefined;
}

function secretIn(text: string): string | undefined {
  return hasJwt(text) ? 'a JWT' : forms.find(([form]) => form.test(text))?.[1];
}
