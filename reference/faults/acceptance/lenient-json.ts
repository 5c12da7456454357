import type { Operation } from '../../operation.ts';
import type { Change } from '../fault.ts';

/** Text that a lenient reader would accept, corrected; undefined if there is nothing to correct. */
export type Mend = (text: string) => string | undefined;

/** A server whose JSON reader accepts what `mend` turns into JSON; a sample replaces the request. */
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

/** A server that recognises another encoding of JSON; `decode` returns undefined for bytes that are not in it. */
export function readsEncoding(operation: Operation, decode: (bytes: Buffer) => string | undefined): Change {
  return (behaviour, context) => ({
    ...behaviour,
    decodeJson: (call) => {
      const text = call.operation === operation ? decode(call.body) : undefined;
      if (text === undefined || !isJson(text)) return behaviour.decodeJson(call);
      context.fire();
      return behaviour.decodeJson({ ...call, body: Buffer.from(text) });
    },
  });
}

/** The text up to the end of its first JSON object, if there is more. */
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
