const [quote, backslash] = [0x22, 0x5c];
const opening = new Set([0x5b, 0x7b]);
const closing = new Set([0x5d, 0x7d]);

/** The deepest nesting of arrays and objects, found without parsing. */
export function depthOf(bytes: Buffer): number {
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

/** A parser needs memory for each level: of what is short, there cannot be too many. */
const long = 1024 ** 2;

/** Deeper than anything that people or programs write. */
const deepest = 10_000;

/** Whether parsing a file, or a line of one, would take memory without bounds. */
export function isNestedWithoutEnd(bytes: Buffer): boolean {
  return bytes.length > long && depthOf(bytes) > deepest;
}
