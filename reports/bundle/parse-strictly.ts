import { readJson } from '../../json/read-json.ts';
import { BundleRefused, type RefusalKind } from './bundle-refused.ts';

/** Deeper than any file of a bundle; protects the parser from hostile nesting. */
const deepest = 64;

/**
 * Parses a JSON file of a bundle.
 * @throws BundleRefused if it is not exactly one JSON value in UTF-8, or is nested too deeply
 */
export function parseStrictly(kind: RefusalKind, name: string, bytes: Buffer): unknown {
  if (depthOf(bytes) > deepest)
    throw new BundleRefused(kind, `${name} is nested more than ${deepest} levels deep.`);
  const read = readJson(bytes);
  if ('problem' in read) throw new BundleRefused(kind, `${name} holds ${read.problem}.`);
  return read.value;
}

const [quote, backslash] = [0x22, 0x5c];
const opening = new Set([0x5b, 0x7b]);
const closing = new Set([0x5d, 0x7d]);

/** The deepest nesting of arrays and objects, found without parsing. */
function depthOf(bytes: Buffer): number {
  let depth = 0;
  let most = 0;
  let inText = false;
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index] ?? 0;
    if (inText) {
      if (byte === backslash) index += 1;
      else if (byte === quote) inText = false;
    } else if (byte === quote) inText = true;
    else if (opening.has(byte)) {
      depth += 1;
      most = Math.max(most, depth);
    } else if (closing.has(byte)) depth -= 1;
  }
  return most;
}
