import type { Call } from '../call.ts';
import type { Operation } from '../operation.ts';
import type { ChangeContext } from './fault.ts';
import type { Occasion } from './limit-to.ts';

/** The number of requests of the operation before a late fault occurs. */
const lateAfter = 150;

/** One call in ten, by the server's random numbers. */
export function oneInTen({ random }: ChangeContext): Occasion {
  return decidedOnce(() => random() < 0.1);
}

/** Every call of the operation after the first 150. */
export function late(operation: Operation | undefined): () => Occasion {
  return () => {
    let seen = 0;
    return decidedOnce((call) => {
      if (call.operation !== operation) return false;
      seen += 1;
      return seen > lateAfter;
    });
  };
}

function decidedOnce(decide: Occasion): Occasion {
  const decisions = new WeakMap<Call, boolean>();
  return (call) => {
    const known = decisions.get(call);
    if (known !== undefined) return known;
    const decision = decide(call);
    decisions.set(call, decision);
    return decision;
  };
}
