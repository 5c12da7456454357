import type { CaseBuilder } from '../../engine/conductor.ts';
import { type Steps, until } from '../../engine/steps.ts';
import type { Exchange } from '../../wire/exchange.ts';
import type { OperationRequest } from '../../wire/operation-request.ts';

/**
 * A valid request that several cases share as their control: the first case sends it, the others wait for it and refer
 * to it. All cases are opened at once, so that their numbers depend on their order and not on timing.
 */
export function sharedControl(valid: OperationRequest): (builder: CaseBuilder) => Steps {
  let begun = false;
  let ended: { readonly control: Exchange } | { readonly error: unknown } | undefined;
  return function* (builder) {
    if (begun) {
      yield* until(() => ended !== undefined);
      // What ended it for the first case, such as an operation that was given up, ends it for the others too.
      if (ended === undefined || 'error' in ended) throw ended?.error;
      builder.include('control', ended.control);
      return;
    }
    begun = true;
    try {
      ended = { control: yield* builder.send('control', valid) };
    } catch (error) {
      ended = { error };
      throw error;
    }
  };
}
