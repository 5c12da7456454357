import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';
import { changeEncoded } from './change-answers.ts';
import { readings } from './requests/readings.ts';
import { everyOperation, type VariantRow, variantsOf } from './variant-row.ts';

function coded(coding: string, encode: (body: Buffer) => Buffer): VariantRow {
  return {
    title: `Answers are coded as ${coding}, whether or not the client asked for it.`,
    apply: changeEncoded((answer) => {
      const body = encode(answer.body);
      const headers = {
        ...answer.headers,
        'Content-Encoding': coding,
        'Content-Length': String(body.length),
      };
      return { ...answer, headers, body };
    }),
  };
}

const brotli = (body: Buffer): Buffer => brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });

/** Content codings (RFC 9110 section 8.4): without Accept-Encoding in the request, any of them is allowed. */
export const contentCodingVariants = variantsOf(everyOperation, readings.http, {
  'coded-gzip': coded('gzip', (body) => gzipSync(body)),
  'coded-gzip-under-its-old-name': coded('X-GZip', (body) => gzipSync(body)),
  'coded-deflate': coded('deflate', (body) => deflateSync(body)),
  'coded-brotli': coded('br', brotli),
  'coded-twice': coded('deflate, gzip', (body) => gzipSync(deflateSync(body))),
  'coded-identity': coded('identity', (body) => body),
  'coded-gzip-in-two-members': coded('gzip', (body) => Buffer.concat([gzipSync(body.subarray(0, 1)), gzipSync(body.subarray(1))])),
});
