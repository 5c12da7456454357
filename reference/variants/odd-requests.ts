import { gunzipSync } from 'node:zlib';
import type { Call } from '../call.ts';
import { routes } from '../operation.ts';
import { answered, asItIs } from '../rows/answers.ts';
import { header, perConnection, target, when } from '../rows/conditions.ts';
import type { Action } from '../rows/engine.ts';
import { readBody } from '../rows/requests.ts';
import { closed, ended } from '../rows/sending.ts';
import { inHttp10 } from './http.ts';
import { readings } from './readings.ts';
import { EX, everyOperation, GT, variants } from './table.ts';

const withoutLength = when(
  ({ method, headers: given }) => method === 'POST' && given['content-length'] === undefined && given['transfer-encoding'] === undefined,
);
const page = (code: number, title: string): Action => answered(code, 'text/html', `<!doctype html><title>${code} ${title}</title>`);

const routeOf = ({ target: sent }: Call) => routes.find(({ path }) => sent.split('?')[0]?.endsWith(path));
const elsewhere = when((call) => call.operation === undefined && routeOf(call) === undefined);
const otherMethod = when((call) => call.operation === undefined && ![undefined, call.method].includes(routeOf(call)?.method));
const large = when(({ body, target: sent, headers: given }) => body.length > 64 * 1024 || sent.length > 2000 || JSON.stringify(given).length > 8 * 1024);
const foreignAccept = when(({ headers: { accept = '*/*' } }) => !/\*\/\*|json|text\/plain/.test(accept));
const hasBodyOnGet = ({ method, headers: given }: Call): boolean => method === 'GET' && !/^0?$/.test(given['content-length'] ?? '');
const bodyOnGet = when(hasBodyOnGet);
/** What the server leaves unread of a request is the beginning of the next one. */
const leftUnread: Action = (run) => {
  const memory = perConnection(() => ({ isLeft: false }));
  const misread = page(405, 'Not Allowed')(run);
  return {
    encode(call) {
      const { isLeft } = memory(call);
      memory(call).isLeft = hasBodyOnGet(call);
      return isLeft ? misread.encode?.(call) : hasBodyOnGet(call);
    },
  };
};

/** Requests whose answers are only observed (ruling 23). */
export const oddRequests = variants(everyOperation, readings.observedHttp, {
  'unknown-paths-are-html': ['Unknown paths are answered 404 with HTML.', page(404, 'Not Found'), elsewhere],
  'unknown-paths-succeed': ['Unknown paths are answered 200 with HTML.', page(200, 'Welcome'), elsewhere],
  'unknown-paths-redirect': ['Unknown paths are answered 302 without a body.', answered(302, undefined), elsewhere],
  'other-methods-are-empty': ['Other methods are answered 405 without a body.', answered(405, undefined), otherMethod],
  'other-methods-are-204': ['Other methods are answered 204.', answered(204, undefined), otherMethod],
  'large-requests-are-html': ['Large bodies, targets and headers are answered 413 with HTML.', page(413, 'Too Large'), large],
  'foreign-accept-is-406': ['An Accept that excludes JSON is answered 406 with HTML.', page(406, 'Not Acceptable'), foreignAccept],
  'repeated-queries-are-html': [
    'Repeated query parameters and broken escapes are answered 400 with HTML.',
    page(400, 'Bad Request'),
    target(/repeated=1&repeated=2|%zz/),
  ],
  'requests-without-a-length-are-html-411': ['A POST without a length is answered 411 with HTML.', page(411, 'Length Required'), withoutLength],
  'bodies-on-get-are-html': ['A body on GET is answered 400 with HTML.', page(400, 'Bad Request'), bodyOnGet],
  'bodies-on-get-are-left-unread': ['The body of a GET is taken for the beginning of the next request.', leftUnread],
  'large-requests-are-cut': [
    'Large bodies, targets and headers end the connection without an answer.',
    closed,
    { quote: readings.observedLimits, under: large },
  ],
  'foreign-accept-is-cut': [
    'An Accept that excludes JSON ends the connection without an answer.',
    closed,
    { quote: readings.observedAccept, under: foreignAccept },
  ],
});

const charsetsOf = (call: Call): string => [call.headers['accept-charset'] ?? '*'].flat().join();
const otherCharsets = when((call) => !/utf-?8|\*/i.test(charsetsOf(call)));
const otherVersion = when(({ httpVersion }) => httpVersion !== '1.1');
const upgrade = header('upgrade');
const otherExpectation = header('expect', /^(?!100-continue$)./i);
const gzipped = header('transfer-encoding', /gzip/i);
const html = (code: number): Action => answered(code, 'text/html', String(code));

const switched = ['HTTP/1.1 101 Switching Protocols', 'Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo='];

function unzipped(bytes: Buffer): Buffer | undefined {
  try {
    return gunzipSync(bytes);
  } catch {
    return undefined;
  }
}

/** What ruling 34 leaves open about requests in other protocols, status and form. */
export const protocols = variants(everyOperation, readings.observedProtocols, {
  'other-charsets-are-406': ['An Accept-Charset that excludes UTF-8 is answered 406 without a body.', answered(406, undefined), otherCharsets],
  'charsets-are-html-406': ['Any Accept-Charset is answered 406 with HTML.', html(406), when(({ headers: given }) => given['accept-charset'] !== undefined)],
  'http-1.0-is-505': ['HTTP/1.0 is answered 505 with a text.', answered(505, 'text/plain', '505'), inHttp10],
  'other-versions-are-html-400': ['Other versions of HTTP are answered 400 with HTML.', html(400), otherVersion],
  'other-versions-are-cut': ['Requests in another version of HTTP end the connection without an answer.', closed, otherVersion],
  'upgrades-are-426': ['A request for another protocol is answered 426 without a body.', answered(426, undefined), upgrade],
  'upgrades-are-html-400': ['A request for another protocol is answered 400 with HTML.', html(400), upgrade],
  'upgrades-are-made': ['A request for another protocol is answered 101, and the connection ends.', ended(`${switched.join('\r\n')}\r\n\r\n`), upgrade],
  'upgrades-are-cut': ['A request for another protocol ends the connection without an answer.', closed, upgrade],
  'expectations-are-ignored': ['An Expect changes nothing, and no 100 is sent.', asItIs, { under: otherExpectation, http: { ignoresExpectations: true } }],
  'expectations-are-html-417': ['An unknown Expect is answered 417 with HTML.', html(417), { under: otherExpectation, http: { ignoresExpectations: true } }],
  'transfer-codings-are-501': ['A transfer coding other than chunked is answered 501 with HTML.', html(501), gzipped],
  'transfer-codings-are-decoded': ['A body in the transfer coding gzip is decoded.', readBody(unzipped), { on: [GT, EX], under: gzipped }],
});
