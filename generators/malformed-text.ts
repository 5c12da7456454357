import fc, { type Arbitrary } from 'fast-check';
import { isObject } from '../json/read-json.ts';

function isOneObject(text: string): boolean {
  try {
    return isObject(JSON.parse(text));
  } catch {
    return false;
  }
}

/** The valid body with random bytes truncated, removed or repeated, so that it is no longer a JSON object. */
export function malformedText(valid: Buffer): Arbitrary<Buffer> {
  const position = fc.nat({ max: valid.length - 1 });
  const cut = position.map((length) => valid.subarray(0, length));
  const run = fc.tuple(position, fc.integer({ min: 1, max: 8 }));
  const taken = run.map(([start, length]) =>
    Buffer.concat([valid.subarray(0, start), valid.subarray(start + length)]),
  );
  const repeated = run.map(([start, length]) =>
    Buffer.concat([valid.subarray(0, start + length), valid.subarray(start)]),
  );
  return fc.oneof(cut, taken, repeated).filter((bytes) => !isOneObject(bytes.toString('utf8')));
}
