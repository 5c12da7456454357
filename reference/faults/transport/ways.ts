import { gzipSync } from 'node:zlib';
import type { Answer } from '../../answer.ts';
import type { Spoil } from './spoil-delivery.ts';

/** Half of the body under the length of the whole, then the end of the connection. */
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

/** The connection stays open, and nothing comes; the server closes it when it ends itself. */
export const neverAnswered: Spoil = () => undefined;

/** Status and headers come, the body does not. */
export const headersAlone: Spoil = (answer, response) => {
  response.writeHead(answer.status, answer.headers);
  response.flushHeaders();
};

/** White space without end, 256 KiB each ten milliseconds until the client is gone. */
export const endless: Spoil = (answer, response) => {
  response.writeHead(answer.status, withoutLength(answer));
  const chunk = Buffer.alloc(256 * 1024, ' ');
  const timer = setInterval(() => {
    if (response.writableNeedDrain) return;
    response.write(chunk);
  }, 10);
  timer.unref();
  response.on('close', () => clearInterval(timer));
};

/** The body as it is, called gzip. */
export const calledGzip: Spoil = (answer, response) => {
  response.writeHead(answer.status, { ...answer.headers, 'Content-Encoding': 'gzip' });
  response.end(answer.body);
};

export const cutGzip: Spoil = (answer, response) =>
  sendGzip(answer, response, (bytes) => bytes.subarray(0, -6));

/** One byte of the checksum at its end is another. */
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

/** A length that is one byte short, and that byte is not sent. */
export const lastByteMissing: Spoil = (answer, response) =>
  sendBytes(answer, response, answer.body.subarray(0, -1));

/** A length below that of the body, which is sent whole: what is behind it belongs to no answer. */
export const lengthTooSmall: Spoil = (answer, response) => {
  const status = `HTTP/1.1 ${answer.status} Status`;
  const type = `Content-Type: ${answer.headers['Content-Type'] ?? 'application/json'}`;
  const length = `Content-Length: ${Math.max(0, answer.body.length - 1)}`;
  const { socket } = response;
  socket?.write(`${status}\r\n${type}\r\n${length}\r\n\r\n`);
  socket?.end(answer.body);
};

/** A status line that is none. */
export const noHttp: Spoil = (_answer, response) => {
  response.socket?.end('HTP/1 OK\r\n\r\n');
};

/** A byte that no UTF-8 has, inside the first string. */
export const invalidUtf8: Spoil = (answer, response) => {
  const at = answer.body.indexOf('"') + 1;
  const text = at === 0 ? Buffer.from('{"note":"\xff"}', 'latin1') : undefined;
  sendBytes(
    answer,
    response,
    text ?? Buffer.concat([answer.body.subarray(0, at), Buffer.from([0xff]), answer.body.subarray(at)]),
  );
};

/** UTF-16 in place of UTF-8. */
export const utf16: Spoil = (answer, response) =>
  sendBytes(answer, response, Buffer.from(`\ufeff${answer.body.toString('utf8')}`, 'utf16le'));

/** JSON that ends in a comma. */
export const commaBehind: Spoil = (answer, response) =>
  sendBytes(answer, response, Buffer.concat([answer.body, Buffer.from(',')]));

function sendBytes(answer: Answer, response: Parameters<Spoil>[1], body: Buffer): void {
  response.writeHead(answer.status, { ...answer.headers, 'Content-Length': String(body.length) });
  response.end(body);
}

function withoutLength({ headers }: Answer): Record<string, string> {
  const { 'Content-Length': _length, ...rest } = headers;
  return rest;
}
