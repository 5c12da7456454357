/** A recorded body: text, or base64 if the bytes are not text. */
export interface StoredBytes {
  readonly body?: string | null;
  readonly bodyBase64?: string | null;
}

/** Long bodies are truncated in a recording and end with their number of bytes. */
const shortened = /…<(\d+) bytes>$/;

/** The recorded bytes, and how many were on the wire. */
export function readBody({ body, bodyBase64 }: StoredBytes): {
  readonly bytes: Buffer;
  readonly sentBytes: number;
} {
  if (typeof bodyBase64 === 'string') {
    const bytes = Buffer.from(bodyBase64, 'base64');
    return { bytes, sentBytes: bytes.length };
  }
  const text = body ?? '';
  const [mark, count] = shortened.exec(text) ?? [];
  const held = Buffer.from(mark === undefined ? text : text.slice(0, -mark.length));
  const sentBytes = Number(count ?? held.length);
  // A complete body may happen to end like a truncated one.
  if (sentBytes > held.length) return { bytes: held, sentBytes };
  const bytes = Buffer.from(text);
  return { bytes, sentBytes: bytes.length };
}
