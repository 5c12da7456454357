import { gzipSync } from 'node:zlib';
import type { Answer } from '../../answer.ts';
import { resetConnection } from '../../deliver.ts';
import type { Spoil } from './spoil-delivery.ts';

/** Half of the body with the length of the whole, then the end of the connection. */
export const cutInTheMiddle: Spoil = (answer, response) => {
  response.writeHead(answer.status, answer.headers);
  response.write(answer.body.subarray(0, Math.max(1, answer.body.length >> 1)), () => response.destroy());
};

/** A chunked body that ends without its last chunk. */
export const cutBetweenChunks: Spoil = (answer, response) => {
  response.writeHead(answer.status, withoutLength(answer));
  response.write(answer.body, () => response.destroy());
};

export const closedWithoutAnswer: Spoil = (_answer, response) => {
  response.destroy();
};

/** The connection stays open without a response; the server closes it at shutdown. */
export const neverAnswered: Spoil = () => undefined;

/** Status and headers without a body. */
export const headersAlone: Spoil = (answer, response) => {
  response.writeHead(answer.status, answer.headers);
  response.flushHeaders();
};

/** Half of the body, and then nothing; the connection stays open. */
export const stopped: Spoil = (answer, response) => {
  response.writeHead(answer.status, answer.headers);
  response.write(answer.body.subarray(0, Math.max(1, answer.body.length >> 1)));
};

/** A body with so many blanks in front that it is above a mebibyte, and ends there. */
export const cutAboveMebibyte: Spoil = (answer, response) => {
  const body = Buffer.concat([Buffer.alloc(1024 * 1024, ' '), answer.body]);
  response.writeHead(answer.status, { ...answer.headers, 'Content-Length': String(body.length) });
  response.write(body.subarray(0, 1024 * 1024), () => response.destroy());
};

/** The whole body, a length that is seven bytes more, and the end of the connection. */
export const lengthTooLarge: Spoil = (answer, response) => {
  const length = String(answer.body.length + 7);
  response.writeHead(answer.status, { ...answer.headers, 'Content-Length': length });
  response.write(answer.body, () => response.socket?.end());
};

/** The connection is reset without a response. */
export const resetWithoutAnswer: Spoil = (_answer, response) => {
  resetConnection(response);
};

/** The first bytes of the status line, and then nothing. */
export const stoppedInStatusLine: Spoil = (_answer, response) => {
  response.socket?.write('HTTP/1.1 2');
};

/** The plain body, declared as gzip. */
export const calledGzip: Spoil = (answer, response) => {
  response.writeHead(answer.status, { ...answer.headers, 'Content-Encoding': 'gzip' });
  response.end(answer.body);
};

export const cutGzip: Spoil = (answer, response) => sendGzip(answer, response, (bytes) => bytes.subarray(0, -6));

/** One byte of the checksum at the end is wrong. */
export const brokenGzip: Spoil = (answer, response) =>
  sendGzip(answer, response, (bytes) => {
    const broken = Buffer.from(bytes);
    const at = broken.length - 8;
    broken[at] = (broken[at] ?? 0) ^ 0xff;
    return broken;
  });

function sendGzip(answer: Answer, response: Parameters<Spoil>[1], spoil: (bytes: Buffer) => Buffer): void {
  const body = spoil(gzipSync(answer.body));
  const headers = { ...answer.headers, 'Content-Encoding': 'gzip', 'Content-Length': String(body.length) };
  response.writeHead(answer.status, headers);
  response.end(body);
}

/** A length that is one byte short, and that byte is missing. */
export const lastByteMissing: Spoil = (answer, response) => sendBytes(answer, response, answer.body.subarray(0, -1));

/** A length below that of the body, which is sent completely: the rest belongs to no response. */
export const lengthTooSmall: Spoil = (answer, response) => {
  const status = `HTTP/1.1 ${answer.status} Status`;
  const type = `Content-Type: ${answer.headers['Content-Type'] ?? 'application/json'}`;
  const length = `Content-Length: ${Math.max(0, answer.body.length - 1)}`;
  const { socket } = response;
  socket?.write(`${status}\r\n${type}\r\n${length}\r\n\r\n`);
  socket?.end(answer.body);
};

/** A malformed status line. */
export const noHttp: Spoil = (_answer, response) => {
  response.socket?.end('HTP/1 OK\r\n\r\n');
};

/** A byte that is invalid in UTF-8, in the first string. */
export const invalidUtf8: Spoil = (answer, response) => {
  const at = answer.body.indexOf('"') + 1;
  const text = at === 0 ? Buffer.from('{"note":"\xff"}', 'latin1') : undefined;
  sendBytes(answer, response, text ?? Buffer.concat([answer.body.subarray(0, at), Buffer.from([0xff]), answer.body.subarray(at)]));
};

/** UTF-16 instead of UTF-8. */
export const utf16: Spoil = (answer, response) => sendBytes(answer, response, Buffer.from(`\ufeff${answer.body.toString('utf8')}`, 'utf16le'));

/** JSON with a trailing comma. */
export const commaBehind: Spoil = (answer, response) => sendBytes(answer, response, Buffer.concat([answer.body, Buffer.from(',')]));

function sendBytes(answer: Answer, response: Parameters<Spoil>[1], body: Buffer): void {
  response.writeHead(answer.status, { ...answer.headers, 'Content-Length': String(body.length) });
  response.end(body);
}

function withoutLength({ headers }: Answer): Record<string, string> {
  const { 'Content-Length': _length, ...rest } = headers;
  return rest;
}
