import { placeholderExecuteBody } from '../generators/execute-submission.ts';
import { minimalGenerateTopology } from '../generators/generate-topology.ts';
import type { JsonObject } from '../json/read-json.ts';
import type { Operation } from '../requirements/requirement.ts';
import type { OperationRequest } from '../wire/wire.ts';

/** Stands where no synchronizer is configured: enough for everything that is refused before it is looked at. */
const unknownSynchronizer = 'unknown-synchronizer::1220';

/** JSON bytes of a value. */
export function jsonBytes(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value));
}

/**
 * The simplest request of an operation that shows whether it answers and takes the credential. An accepted execute body
 * may be usable once, so for execute it is one that is refused: the configured body without its submissionId, or, where
 * none is configured, a placeholder one.
 */
export function plainRequest(
  operation: Operation,
  synchronizer: string | null,
  identity: string,
  executeBody?: JsonObject,
): OperationRequest {
  switch (operation) {
    case 'generate-topology':
      return {
        body: jsonBytes(minimalGenerateTopology(synchronizer ?? unknownSynchronizer, identity)),
      };
    case 'execute-submission':
      return {
        body: jsonBytes(
          executeBody === undefined ? placeholderExecuteBody('plain', identity) : withoutId(executeBody),
        ),
      };
    case 'list-users':
      return {};
  }
}

function withoutId(body: JsonObject): JsonObject {
  const { submissionId: _left, ...rest } = body;
  return rest;
}
