import type { ServerResponse } from 'node:http';
import type { Answer } from './answer.ts';

/** Writes a response to the socket in one piece. */
export function deliver(answer: Answer, response: ServerResponse): void {
  response.writeHead(answer.status, answer.headers);
  response.end(answer.body);
}
