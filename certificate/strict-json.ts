import { violationsOf } from '../json/ajv.ts';
import { depthOf } from '../json/depth-of.ts';
import { readJson } from '../json/read-json.ts';
import { type RefusalKind, refuse } from './refusal.ts';

/** Deeper than any file of a bundle; protects the parser from hostile nesting. */
const deepest = 64;

/** The text of a JSON file in a bundle; equal values give equal text. */
export function jsonFile(value: unknown): Buffer {
  return Buffer.from(`${JSON.stringify(value, null, 2)}\n`);
}

/**
 * Parses a JSON file of a bundle.
 * @throws BundleRefused if it is not exactly one JSON value in UTF-8, or is nested too deeply
 */
export function parseStrictly(kind: RefusalKind, name: string, bytes: Buffer): unknown {
  if (depthOf(bytes) > deepest) refuse(kind, `${name} is nested more than ${deepest} levels deep.`);
  const read = readJson(bytes);
  return 'problem' in read ? refuse(kind, `${name} holds ${read.problem}.`) : read.value;
}

/**
 * Parses a JSON file that is exactly as the suite writes its value.
 * @throws BundleRefused if it is not JSON, or is written otherwise
 */
export function parseWritten(kind: RefusalKind, name: string, bytes: Buffer): unknown {
  const value = parseStrictly(kind, name, bytes);
  requireWritten(kind, name, bytes, jsonFile(value));
  return value;
}

/**
 * Compares JSON text with what the suite writes for its value. Parsers differ in which of two members of the same name they
 * take, so other text for the same value is not accepted.
 * @throws BundleRefused if they differ
 */
export function requireWritten(kind: RefusalKind, name: string, bytes: Buffer, written: Buffer): void {
  if (written.equals(bytes)) return;
  refuse(
    kind,
    `${name} is not written as the suite writes it: it has a member twice, or blanks, numbers or text in another form.`,
  );
}

/**
 * Validates a parsed file of a bundle.
 * @throws BundleRefused with the first violation
 */
export function checkSchema(schema: object, name: string, value: unknown): void {
  const [wrong] = violationsOf(schema, value);
  if (wrong === undefined) return;
  refuse('schema', `${name} does not match its schema at ${wrong.instancePath || '/'}: ${wrong.message}.`);
}
