import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib';
import type { TransportFailure } from './exchange.ts';
import { createLimiter } from './limiter.ts';

type ContentDecoder = (bytes: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>;

const gzip: ContentDecoder = promisify(gunzip);
const zlibInflate: ContentDecoder = promisify(inflate);
const rawInflate: ContentDecoder = promisify(inflateRaw);
const brotli: ContentDecoder = promisify(brotliDecompress);

/** RFC 9110 §8.4.1.2: deflate means the zlib format, but raw deflate data is common enough to be accepted too. */
const deflate: ContentDecoder = (bytes, options) =>
  zlibInflate(bytes, options).catch(() => rawInflate(bytes, options));

const decoders = new Map<string, ContentDecoder>([
  ['gzip', gzip],
  ['x-gzip', gzip],
  ['deflate', deflate],
  ['br', brotli],
]);

/** A few bytes may become as many as the limit: of those that are decoded at the same time, memory would hold dozens. */
const decodings = createLimiter(2);

/**
 * Undoes the content codings of a response, last applied first (RFC 9110 §8.4), with at most `limit` bytes after each. An
 * empty body needs no decoding.
 */
export async function decodeContent(
  body: Buffer,
  encoding: string,
  limit: number,
): Promise<Buffer | TransportFailure> {
  const codings = encoding
    .split(',')
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== '' && coding !== 'identity');
  if (body.length === 0) return body;
  let bytes = body;
  for (const coding of codings.reverse()) {
    const decoder = decoders.get(coding);
    if (decoder === undefined) {
      return { kind: 'undecodable', message: `Content-Encoding "${coding}" was not requested.` };
    }
    try {
      bytes = await decodings.run(() => decoder(bytes, { maxOutputLength: limit }));
    } catch (error) {
      const tooLong = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
      return tooLong
        ? { kind: 'endless', message: `The body decodes to more than ${limit} bytes.` }
        : {
            kind: 'undecodable',
            message: `The body is not valid ${coding}, which Content-Encoding declares.`,
          };
    }
  }
  return bytes;
}
