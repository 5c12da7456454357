import type { ServerResponse } from 'node:http';
import type { Answer } from '../../answer.ts';
import type { Call } from '../../call.ts';
import type { Change } from '../fault.ts';

/** Writes a response to the socket in a way that no client can read, or not at all. */
export type Spoil = (answer: Answer, response: ServerResponse) => void;

/** Delivers some responses in a broken way. */
export function spoilDelivery(concerns: (call: Call, answer: Answer) => boolean, spoil: Spoil): Change {
  return (behaviour, context) => ({
    ...behaviour,
    deliver: (answer, response, call) => {
      if (!concerns(call, answer)) return behaviour.deliver(answer, response, call);
      context.fire();
      spoil(answer, response);
    },
  });
}

export function isSuccess({ status }: Answer): boolean {
  return status >= 200 && status < 300;
}
