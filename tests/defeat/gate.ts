import type { Behaviour } from '../../reference/behaviour.ts';
import type { Call } from '../../reference/call.ts';
import type { Change } from '../../reference/faults/fault.ts';
import type { Operation } from '../../reference/operation.ts';
import type { Rule } from '../../reference/rules/rule.ts';

/** Whether a server takes a call for one of a test; it sees every call once, and what became of it. */
export interface Recognizer {
  isOfTest(call: Call): boolean;
  answered?(call: Call, status: number): void;
}

/** A server that breaks the contract only in calls that it does not take for those of a test. */
export function defeating(recognizer: Recognizer, broken: Change): Change {
  return (honest, context) => {
    const dishonest = broken(honest, context);
    const decided = new WeakMap<Call, boolean>();
    const of = (call: Call): Behaviour => {
      const known = decided.get(call) ?? recognizer.isOfTest(call);
      decided.set(call, known);
      return known ? honest : dishonest;
    };
    return {
      ...honest,
      readCredential: (call) => of(call).readCredential(call),
      verifyCredential: (token, call) => of(call).verifyCredential(token, call),
      decodeJson: (call) => of(call).decodeJson(call),
      decodeQuery: (call) => of(call).decodeQuery(call),
      structure: rulesOf((call) => of(call).structure),
      semantics: rulesOf((call) => of(call).semantics),
      perform: {
        'generate-topology': (request, call) => of(call).perform['generate-topology'](request, call),
        'execute-submission': (request, call) => of(call).perform['execute-submission'](request, call),
        'list-users': (request, call) => of(call).perform['list-users'](request, call),
      },
      chooseForm: (refusal, call) => of(call).chooseForm(refusal, call),
      composeSuccess: (result, call) => of(call).composeSuccess(result, call),
      composeTextFailure: (refusal, call) => of(call).composeTextFailure(refusal, call),
      composeErrorObject: (refusal, call) => of(call).composeErrorObject(refusal, call),
      encode: (draft, call) => {
        recognizer.answered?.(call, draft.status);
        return of(call).encode(draft, call);
      },
      deliver: (answer, response, call) => of(call).deliver(answer, response, call),
    };
  };
}

/** One rule for each operation: those of the behaviour for the call, until one of them refuses or forgives. */
function rulesOf(
  of: (call: Call) => Readonly<Record<Operation, readonly Rule[]>>,
): Record<Operation, Rule[]> {
  const ruleOf = (operation: Operation): Rule => ({
    name: 'those of the behaviour for the call',
    refuse(call) {
      for (const rule of of(call)[operation]) {
        const refusal = rule.refuse(call);
        if (refusal !== undefined || call.forgiven) return refusal;
      }
      return undefined;
    },
  });
  return {
    'generate-topology': [ruleOf('generate-topology')],
    'execute-submission': [ruleOf('execute-submission')],
    'list-users': [ruleOf('list-users')],
  };
}
