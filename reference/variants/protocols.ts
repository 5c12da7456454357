import { gunzipSync } from 'node:zlib';
import type { Answer } from '../answer.ts';
import type { Call } from '../call.ts';
import type { Change } from '../faults/fault.ts';
import { changeEncoded } from './change-answers.ts';
import { deliverSome } from './change-delivery.ts';
import { takeBytesAs } from './requests/change-requests.ts';
import { readings } from './requests/readings.ts';
import { everyOperation, variantsOf } from './variant-row.ts';

type IsMeant = (call: Call) => boolean;

const expects: IsMeant = ({ headers }) => !/^(100-continue)?$/i.test(String(headers.expect ?? ''));
const upgrades: IsMeant = ({ headers }) => headers.upgrade !== undefined;
const isOld: IsMeant = ({ httpVersion }) => httpVersion === '1.0';
const isOtherVersion: IsMeant = ({ httpVersion }) => httpVersion !== '1.1';
const isGzipped: IsMeant = ({ headers }) => /gzip/i.test(headers['transfer-encoding'] ?? '');
const excludesUtf8: IsMeant = ({ headers }) => !/utf-?8|\*/i.test(charsetsOf(headers));
const namesCharsets: IsMeant = ({ headers }) => headers['accept-charset'] !== undefined;

function charsetsOf(headers: Call['headers']): string {
  return [headers['accept-charset'] ?? '*'].flat().join();
}

function answered(isMeant: IsMeant, status: number, type?: string): Change {
  const body = Buffer.from(type === undefined ? '' : `${status}`);
  const answer: Answer = {
    status,
    headers: {
      ...(type === undefined ? {} : { 'Content-Type': type }),
      'Content-Length': String(body.length),
    },
    body,
  };
  return changeEncoded((_answer, call) => (isMeant(call) ? answer : undefined));
}

/** Writes bytes that are not an answer of the operation, and ends the connection. */
function ended(isMeant: IsMeant, bytes: string): Change {
  return deliverSome(
    () => isMeant,
    (_answer, response) => {
      if (bytes === '') response.destroy();
      else response.socket?.end(bytes);
    },
  );
}

const switched = ['HTTP/1.1 101 Switching Protocols', 'Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo='];

function unzipped(bytes: Buffer): Buffer | undefined {
  try {
    return gunzipSync(bytes);
  } catch {
    return undefined;
  }
}

/** What ruling 34 leaves open about requests in other protocols, status and form. */
export const protocolVariants = variantsOf(everyOperation, readings.observedProtocols, {
  'other-charsets-are-406': {
    title: 'An Accept-Charset that excludes UTF-8 is answered 406 without a body.',
    apply: answered(excludesUtf8, 406),
  },
  'charsets-are-html-406': {
    title: 'Any Accept-Charset is answered 406 with HTML.',
    apply: answered(namesCharsets, 406, 'text/html'),
  },
  'http-1.0-is-505': {
    title: 'HTTP/1.0 is answered 505 with a text.',
    apply: answered(isOld, 505, 'text/plain'),
  },
  'other-versions-are-html-400': {
    title: 'Other versions of HTTP are answered 400 with HTML.',
    apply: answered(isOtherVersion, 400, 'text/html'),
  },
  'other-versions-are-cut': {
    title: 'Requests in another version of HTTP end the connection without an answer.',
    apply: ended(isOtherVersion, ''),
  },
  'upgrades-are-426': {
    title: 'A request for another protocol is answered 426 without a body.',
    apply: answered(upgrades, 426),
  },
  'upgrades-are-html-400': {
    title: 'A request for another protocol is answered 400 with HTML.',
    apply: answered(upgrades, 400, 'text/html'),
  },
  'upgrades-are-made': {
    title: 'A request for another protocol is answered 101, and the connection ends.',
    apply: ended(upgrades, `${switched.join('\r\n')}\r\n\r\n`),
  },
  'upgrades-are-cut': {
    title: 'A request for another protocol ends the connection without an answer.',
    apply: ended(upgrades, ''),
  },
  'expectations-are-ignored': {
    title: 'An Expect changes nothing, and no 100 is sent.',
    apply: (behaviour, context) => ({
      ...changeEncoded((answer, call) => (expects(call) ? answer : undefined))(behaviour, context),
      ignoresExpectations: true,
    }),
  },
  'expectations-are-html-417': {
    title: 'An unknown Expect is answered 417 with HTML.',
    apply: (behaviour, context) => ({
      ...answered(expects, 417, 'text/html')(behaviour, context),
      ignoresExpectations: true,
    }),
  },
  'transfer-codings-are-501': {
    title: 'A transfer coding other than chunked is answered 501 with HTML.',
    apply: answered(isGzipped, 501, 'text/html'),
  },
  'transfer-codings-are-decoded': {
    title: 'A body in the transfer coding gzip is decoded.',
    operations: ['generate-topology', 'execute-submission'],
    apply: takeBytesAs((bytes, call) => (isGzipped(call) ? unzipped(bytes) : undefined)),
  },
});
