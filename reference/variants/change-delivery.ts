import type { ServerResponse } from 'node:http';
import type { Answer } from '../answer.ts';
import type { Call } from '../call.ts';
import { changeStage } from '../faults/change-stage.ts';
import type { Change, ChangeContext } from '../faults/fault.ts';

type Deliver = (answer: Answer, response: ServerResponse, call: Call) => void | Promise<void>;

/** Sends the responses selected by `choose` differently, and the others as usual. */
export function deliverSome(choose: (context: ChangeContext) => (call: Call) => boolean, deliver: Deliver): Change {
  return changeStage('deliver', (usual, context) => {
    const isMeant = choose(context);
    return (answer, response, call) => {
      if (!isMeant(call)) return usual(answer, response, call);
      context.fire();
      return deliver(answer, response, call);
    };
  });
}

/** Sends every response this way. */
export function deliverAll(deliver: Deliver): Change {
  return deliverSome(() => () => true, deliver);
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
