/** A body as a recording holds it: text, or base64 where the bytes are no text. */
export interface StoredBytes {
  readonly body?: string | null;
  readonly bodyBase64?: string | null;
}

/** Long bodies are shortened in a recording: their beginning, and how many bytes there were. */
const shortened = /…<(\d+) bytes>$/;

/** The bytes that the record holds, and how many were on the wire. */
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
  // A body that happens to end like a mark is whole.
  if (sentBytes > held.length) return { bytes: held, sentBytes };
  const bytes = Buffer.from(text);
  return { bytes, sentBytes: bytes.length };
}
