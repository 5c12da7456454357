import { withStatus } from '../faults/altered-draft.ts';
import { changeStage } from '../faults/change-stage.ts';
import type { Change } from '../faults/fault.ts';
import type { Operation } from '../operation.ts';
import { type FailureCause, kindOf } from '../refusal.ts';
import { changeAnswers, withHeader } from './change-answers.ts';
import { readings } from './requests/readings.ts';
import { everyOperation, type VariantRow, variantsOf } from './variant-row.ts';

const generate: Operation = 'generate-topology';
const execute: Operation = 'execute-submission';
const list: Operation = 'list-users';

/** Other statuses for error objects of one kind. */
function statuses(kind: FailureCause, operations: readonly Operation[], statusAt: (ordinal: number) => number): Change {
  return changeAnswers((draft, call, refusal) => {
    const isMeant =
      refusal !== undefined && draft.content.kind === 'json' && call.operation !== undefined && operations.includes(call.operation) && kindOf(refusal) === kind;
    return isMeant ? withStatus(draft, statusAt(call.ordinal)) : undefined;
  });
}

function row(operation: Operation, kind: FailureCause, status: number): VariantRow {
  return {
    title: `Failures of ${operation} that are ${kind} have status ${status}.`,
    operations: [operation],
    quote: operation === generate ? readings.semanticForm : readings.executeStatuses,
    apply: statuses(kind, [operation], () => status),
  };
}

function credentials(status: number): VariantRow {
  return {
    title: `Credentials are rejected with status ${status}.`,
    quote: readings.credentialObserved,
    apply: statuses('credential', [generate, execute, list], () => status),
  };
}

const varied = [400, 402, 403, 404, 409, 410, 412, 418, 422, 423, 424, 428, 451, 499];

/** Statuses of failures, and the form of semantic ones (rulings 13, 14, 16, 19 and 22). */
export const failureStatusVariants = variantsOf(everyOperation, readings.semanticForm, {
  'generate-topology-semantic-failures-are-422': row(generate, 'semantic', 422),
  'generate-topology-semantic-failures-are-404': row(generate, 'semantic', 404),
  'generate-topology-semantic-failures-are-409': row(generate, 'semantic', 409),
  'generate-topology-semantic-failures-are-500': row(generate, 'semantic', 500),
  'execute-submission-structural-failures-are-422': row(execute, 'structural', 422),
  'execute-submission-semantic-failures-are-403': row(execute, 'semantic', 403),
  'execute-submission-semantic-failures-are-409': row(execute, 'semantic', 409),
  'execute-submission-semantic-failures-are-500': row(execute, 'semantic', 500),
  'execute-submission-semantic-failures-are-503': row(execute, 'semantic', 503),
  'list-users-structural-failures-are-404': row(list, 'structural', 404),
  'list-users-structural-failures-are-410': row(list, 'structural', 410),
  'credential-failures-are-400': credentials(400),
  'credential-failures-are-403': credentials(403),
  'credential-failures-are-404': credentials(404),
  'credential-failures-are-407': credentials(407),
  'credential-failures-are-511': credentials(511),
  'credential-failures-redirect': {
    quote: readings.outsideSuccess,
    title: 'A request without a valid token is answered 303 with the error object and the way to a login.',
    apply: changeAnswers((draft, _call, refusal) =>
      refusal?.code === 'UNAUTHENTICATED' ? withHeader(withStatus(draft, 303), 'Location', 'http://login.invalid/') : undefined,
    ),
  },
  'semantic-failures-of-many-statuses': {
    title: 'Semantic failures have another status each time.',
    quote: readings.errorCatalogue,
    apply: statuses('semantic', [generate, execute, list], (ordinal) => varied[ordinal % varied.length] ?? 400),
  },
  'generate-topology-semantic-failures-are-text': {
    title: 'Every failure of generate-topology except for credentials is 400 with text.',
    operations: [generate],
    quote: readings.semanticForm,
    apply: changeStage('chooseForm', (choose, { fire }) => (refusal, call) => {
      if (call.operation !== generate || kindOf(refusal) !== 'semantic') return choose(refusal, call);
      fire();
      return 'text';
    }),
  },
});
