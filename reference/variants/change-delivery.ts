import type { ServerResponse } from 'node:http';
import type { Answer } from '../answer.ts';
import type { Call } from '../call.ts';
import { changeStage } from '../faults/change-stage.ts';
import type { Change } from '../faults/fault.ts';

type Deliver = (answer: Answer, response: ServerResponse, call: Call) => void | Promise<void>;

/** Writes responses to the socket differently; if `way` returns nothing, a response is sent as usual. */
export function changeDelivery(way: (answer: Answer, call: Call) => Deliver | undefined): Change {
  return changeStage('deliver', (usual, { fire }) => (answer, response, call) => {
    const deliver = way(answer, call);
    if (deliver === undefined) return usual(answer, response, call);
    fire();
    return deliver(answer, response, call);
  });
}

/** Sends every response this way. */
export function deliverAll(deliver: Deliver): Change {
  return changeDelivery(() => deliver);
}

/** The headers of a response without its length, for a body that ends in another way. */
export function withoutLength({ headers }: Answer): Record<string, string> {
  const { 'Content-Length': _length, ...rest } = headers;
  return rest;
}

/** Sends the response with other headers and body. */
export function sendAnswer({ status, headers, body }: Answer, response: ServerResponse): void {
  response.writeHead(status, headers);
  response.end(body);
}
