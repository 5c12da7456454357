import type { CaseBuilder } from '../../session/case-builder.ts';
import type { Exchange } from '../../wire/exchange.ts';
import type { OperationRequest } from '../../wire/operation-request.ts';

/**
 * A valid request that several cases share as their control: the first case sends it, the others wait for it and refer
 * to it. All cases are opened at once, so that their numbers depend on their order and not on timing.
 */
export function sharedControl(valid: OperationRequest): (builder: CaseBuilder) => Promise<void> {
  let control: Promise<Exchange> | undefined;
  return async (builder) => {
    if (control === undefined) {
      control = builder.send('control', valid);
      await control;
    } else {
      builder.include('control', await control);
    }
  };
}
