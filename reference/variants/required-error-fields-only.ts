import { isObject } from '../rules/json-types.ts';
import type { Variant } from './variant.ts';

export const requiredErrorFieldsOnly: Variant = {
  id: 'required-error-fields-only',
  title: 'Error objects hold the four required fields and nothing else.',
  operations: ['generate-topology', 'execute-submission', 'list-users'],
  quote: '| correlationId | string | no |',
  apply: (behaviour, context) => ({
    ...behaviour,
    composeErrorObject: (refusal, call) => {
      const draft = behaviour.composeErrorObject(refusal, call);
      if (draft.content.kind !== 'json' || !isObject(draft.content.value)) return draft;
      context.fire();
      const { code, cause, context: details, errorCategory } = draft.content.value;
      return { ...draft, content: { kind: 'json', value: { code, cause, context: details, errorCategory } } };
    },
  }),
};
