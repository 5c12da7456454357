import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { type ErrorKind, errorCodes } from './error-codes.ts';

/** Responds to bytes that are not an HTTP request: the error object, then the end of the connection. */
export function answerUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const code = error.code === 'HPE_HEADER_OVERFLOW' ? 'HEADERS_TOO_LARGE' : 'INVALID_ARGUMENT';
  const kind: ErrorKind = errorCodes[code];
  const body = JSON.stringify({
    code,
    cause: 'The request is not valid HTTP/1.1; repair its request line and headers.',
    context: { category: String(kind.category) },
    errorCategory: kind.category,
    grpcCodeValue: kind.grpcCode,
    definiteAnswer: false,
  });
  const head = [
    `HTTP/1.1 ${kind.status} ${STATUS_CODES[kind.status]}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
