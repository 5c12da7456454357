import { gzipSync } from 'node:zlib';
import type { Answer } from '../answer.ts';
import type { Call } from '../call.ts';
import { changeEncoded } from './change-answers.ts';
import { readings } from './requests/readings.ts';
import { everyOperation, type VariantRow, variantsOf } from './variant-row.ts';

const text = ({ headers }: Call, name: string): string => String(headers[name] ?? '');

/** More headers on the answers to some requests. */
function adding(title: string, more: (call: Call) => Readonly<Record<string, string>> | undefined): VariantRow {
  return {
    title,
    apply: changeEncoded((answer, call) => {
      const added = more(call);
      return added === undefined ? undefined : { ...answer, headers: { ...answer.headers, ...added } };
    }),
  };
}

function gzipped(answer: Answer): Answer {
  const body = gzipSync(answer.body);
  const headers = {
    ...answer.headers,
    'Content-Encoding': 'gzip',
    Vary: 'Accept-Encoding',
    'Content-Length': String(body.length),
  };
  return { ...answer, headers, body };
}

/** What servers add for some clients, without another answer (ruling 39). */
export const clientVariants = variantsOf(everyOperation, readings.clients, {
  'cors-for-origins': adding('Requests with an Origin get the headers of CORS.', (call) =>
    text(call, 'origin') === ''
      ? undefined
      : {
          'Access-Control-Allow-Origin': text(call, 'origin'),
          'Access-Control-Allow-Credentials': 'true',
          Vary: 'Origin',
        },
  ),
  'gzip-on-request': {
    title: 'Clients that take gzip get it.',
    apply: changeEncoded((answer, call) => (/\bgzip\b/.test(text(call, 'accept-encoding')) ? gzipped(answer) : undefined)),
  },
  'request-ids-are-returned': adding('An X-Request-Id is returned.', (call) =>
    text(call, 'x-request-id') === '' ? undefined : { 'X-Request-Id': text(call, 'x-request-id') },
  ),
  'traces-are-returned': adding('A traceparent is answered with a traceresponse.', (call) =>
    text(call, 'traceparent') === '' ? undefined : { traceresponse: text(call, 'traceparent') },
  ),
  'cookies-for-browsers': adding('Requests with a Cookie get another one.', (call) =>
    text(call, 'cookie') === '' ? undefined : { 'Set-Cookie': 'sticky=1; Path=/; HttpOnly; SameSite=Lax' },
  ),
  'language-is-named': adding('Requests with an Accept-Language get a Content-Language.', (call) =>
    text(call, 'accept-language') === '' ? undefined : { 'Content-Language': 'en', Vary: 'Accept-Language' },
  ),
  'browsers-are-told-how-to-cache': adding('Requests with Sec-Fetch-Mode get headers for browsers.', (call) =>
    text(call, 'sec-fetch-mode') === ''
      ? undefined
      : {
          'Cache-Control': 'no-store',
          'X-Content-Type-Options': 'nosniff',
          'Content-Security-Policy': "default-src 'none'",
          'Strict-Transport-Security': 'max-age=31536000',
        },
  ),
  'forwarded-requests-name-the-node': adding('Forwarded requests get the name of the node.', (call) =>
    text(call, 'x-forwarded-for') === '' ? undefined : { Via: '1.1 ledger', 'X-Served-By': 'node-1' },
  ),
  'timings-for-clients-that-name-themselves': adding('Requests with a User-Agent get timings.', (call) =>
    text(call, 'user-agent') === '' ? undefined : { 'Server-Timing': 'app;dur=1.5', Server: 'ledger' },
  ),
});
