import type { Draft } from '../../answer.ts';
import type { Operation } from '../../operation.ts';
import type { Change } from '../fault.ts';
import { pause } from './shared-request.ts';

interface Waiting {
  readonly draft: Draft;
  readonly exchange: (other: Draft) => void;
}

/** A server that swaps the successes of concurrent requests of an operation. */
export function swapAnswers(operation: Operation): Change {
  return (behaviour, context) => {
    let waiting: Waiting | undefined;

    const swapped = async (own: Draft): Promise<Draft> => {
      if (waiting !== undefined) {
        const { draft, exchange } = waiting;
        waiting = undefined;
        if (JSON.stringify(draft) !== JSON.stringify(own)) context.fire();
        exchange(own);
        return draft;
      }
      const other = new Promise<Draft>((exchange) => {
        waiting = { draft: own, exchange };
      });
      const mine = waiting;
      const alone = pause().then(() => {
        if (waiting === mine) waiting = undefined;
        return own;
      });
      return Promise.race([other, alone]);
    };

    return {
      ...behaviour,
      encode: async (draft, call) => behaviour.encode(call.operation === operation && draft.status === 200 ? await swapped(draft) : draft, call),
    };
  };
}
