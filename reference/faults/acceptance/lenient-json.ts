import type { Operation } from '../../operation.ts';
import type { Change } from '../fault.ts';

/** Text that is JSON to a lenient reader and says the same; undefined where there is nothing of that kind to mend. */
export type Mend = (text: string) => string | undefined;

/** A server whose JSON reader takes what `mend` makes JSON of; a sample is performed in place of the request. */
export function readsLeniently(operation: Operation, mend: Mend): Change {
  return (behaviour, context) => ({
    ...behaviour,
    decodeJson: (call) => {
      const decoded = behaviour.decodeJson(call);
      if ('value' in decoded || call.operation !== operation) return decoded;
      const mended = mend(call.body.toString('utf8'));
      if (mended === undefined || !isJson(mended)) return decoded;
      context.fire();
      call.forgiven = true;
      return { value: undefined };
    },
  });
}

/** The text up to the end of its first JSON object, where that is not all of it. */
export function firstObject(text: string): { object: string; behind: string } | undefined {
  for (let end = text.indexOf('}') + 1; end > 0; end = text.indexOf('}', end) + 1) {
    const object = text.slice(0, end);
    if (isJson(object)) return { object, behind: text.slice(end) };
  }
  return undefined;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
