import type { Operation } from '../../operation.ts';
import type { RefusalKind } from '../change-failure.ts';
import { quotes } from '../quotes.ts';

/** Where failures are JSON error objects: an operation and a kind of failure. */
export interface FailingRequest {
  readonly operation: Operation;
  readonly kind: RefusalKind;
  /** The requirement broken by a wrong form there. */
  readonly form: string;
  readonly quote: string;
  /** The description of such a request in a title. */
  readonly request: string;
}

/** Invalid bodies of generate-topology are not included, because their response is a text. */
export const places = {
  generateSemantic: {
    operation: 'generate-topology',
    kind: 'semantic',
    form: 'GT-FAILURE-FORM',
    quote: quotes.generateOtherStatus,
    request: 'a generate-topology request with an unknown synchronizer',
  },
  generateCredential: {
    operation: 'generate-topology',
    kind: 'credential',
    form: 'GT-FAILURE-FORM',
    quote: quotes.generateOtherStatus,
    request: 'a generate-topology request without a valid token',
  },
  executeStructural: {
    operation: 'execute-submission',
    kind: 'structural',
    form: 'EX-FAILURE-FORM',
    quote: quotes.failure,
    request: 'an execute request of the wrong shape',
  },
  executeSemantic: {
    operation: 'execute-submission',
    kind: 'semantic',
    form: 'EX-FAILURE-FORM',
    quote: quotes.failure,
    request: 'an execute request that cannot be executed',
  },
  executeCredential: {
    operation: 'execute-submission',
    kind: 'credential',
    form: 'EX-FAILURE-FORM',
    quote: quotes.failure,
    request: 'an execute request without a valid token',
  },
  listStructural: {
    operation: 'list-users',
    kind: 'structural',
    form: 'LU-FAILURE-FORM',
    quote: quotes.failure,
    request: 'a list-users request with a bad parameter',
  },
  listCredential: {
    operation: 'list-users',
    kind: 'credential',
    form: 'LU-FAILURE-FORM',
    quote: quotes.failure,
    request: 'a list-users request without a valid token',
  },
} as const satisfies Record<string, FailingRequest>;

export type PlaceName = keyof typeof places;
