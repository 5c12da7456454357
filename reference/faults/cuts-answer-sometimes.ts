import type { Fault } from './fault.ts';

/** A connection error that goes away is only a warning (ruling 26); the answer here arrives whole and is not JSON. */
export const cutsAnswerSometimes: Fault = {
  id: 'execute-submission-cuts-answer-sometimes',
  title:
    'One successful answer of execute in ten loses the last byte of its body and says so in Content-Length.',
  operations: ['execute-submission'],
  requirements: ['EX-RES-OBJECT'],
  quote: 'A successful body is an empty JSON object.',
  when: 'sometimes',
  apply: (behaviour, context) => ({
    ...behaviour,
    deliver: (answer, response, call) => {
      if (call.operation !== 'execute-submission' || answer.status !== 200 || context.random() >= 0.1) {
        return behaviour.deliver(answer, response, call);
      }
      context.fire();
      const body = answer.body.subarray(0, -1);
      const headers = { ...answer.headers, 'Content-Length': String(body.length) };
      return behaviour.deliver({ ...answer, headers, body }, response, call);
    },
  }),
};
