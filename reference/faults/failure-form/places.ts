import type { Operation } from '../../operation.ts';
import type { FailureCause } from '../../refusal.ts';

/** Where failures are JSON error objects: an operation and a kind of failure. */
interface FailingRequest {
  readonly operation: Operation;
  readonly kind: FailureCause;
  /** The description of such a request in a title. */
  readonly request: string;
}

/** Invalid bodies of generate-topology are not included, because their response is a text. */
export const places = {
  generateSemantic: {
    operation: 'generate-topology',
    kind: 'semantic',
    request: 'a generate-topology request with an unknown synchronizer',
  },
  generateCredential: {
    operation: 'generate-topology',
    kind: 'credential',
    request: 'a generate-topology request without a valid token',
  },
  executeStructural: {
    operation: 'execute-submission',
    kind: 'structural',
    request: 'an execute request of the wrong shape',
  },
  executeSemantic: {
    operation: 'execute-submission',
    kind: 'semantic',
    request: 'an execute request that cannot be executed',
  },
  executeCredential: {
    operation: 'execute-submission',
    kind: 'credential',
    request: 'an execute request without a valid token',
  },
  listStructural: {
    operation: 'list-users',
    kind: 'structural',
    request: 'a list-users request with a bad parameter',
  },
  listCredential: {
    operation: 'list-users',
    kind: 'credential',
    request: 'a list-users request without a valid token',
  },
} as const satisfies Record<string, FailingRequest>;

export type PlaceName = keyof typeof places;
