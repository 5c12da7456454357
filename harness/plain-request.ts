import { madeUpExecuteBody } from '../generators/execute-submission.ts';
import { minimalGenerateTopology } from '../generators/generate-topology.ts';
import type { Operation } from '../requirements/requirement.ts';
import type { OperationRequest } from './wire.ts';

/** Stands where no synchronizer is configured: enough for everything that is refused before it is looked at. */
const unknownSynchronizer = 'unknown-synchronizer::1220';

/** JSON bytes of a value. */
export function jsonBytes(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value));
}

/**
 * The simplest good request of an operation, to see whether it answers at all. For execute it is a made-up body, which
 * is refused: an accepted one may be usable once.
 */
export function plainRequest(
  operation: Operation,
  synchronizer: string | null,
  identity: string,
): OperationRequest {
  switch (operation) {
    case 'generate-topology':
      return {
        body: jsonBytes(minimalGenerateTopology(synchronizer ?? unknownSynchronizer, identity)),
      };
    case 'execute-submission':
      return { body: jsonBytes(madeUpExecuteBody('plain', identity)) };
    case 'list-users':
      return {};
  }
}
