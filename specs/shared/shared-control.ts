import { type OpenCase, type Steps, until } from '../../engine/check.ts';
import type { Exchange } from '../../wire/exchange.ts';
import type { OperationRequest } from '../../wire/operation-request.ts';

/**
 * A valid request that several cases share as their control: the first case sends it, the others wait for it and refer
 * to it. All cases are opened at once, so that their numbers depend on their order and not on timing.
 */
export function sharedControl(valid: OperationRequest): (open: OpenCase) => Steps {
  let begun = false;
  let ended: { readonly control: Exchange } | { readonly error: unknown } | undefined;
  return function* (open) {
    if (begun) {
      yield* until(() => ended !== undefined);
      // What ended it for the first case, such as an operation that was given up, ends it for the others too.
      if (ended === undefined || 'error' in ended) throw ended?.error;
      open.include('control', ended.control);
      return;
    }
    begun = true;
    try {
      ended = { control: yield* open.send('control', valid) };
    } catch (error) {
      ended = { error };
      throw error;
    }
  };
}
