import type { Operation } from '../../operation.ts';
import { isObject } from '../../rules/json-types.ts';
import { variantsOf } from '../variant-row.ts';
import { type RequestBody, refuseToo } from './change-requests.ts';
import { readings } from './readings.ts';

const generate: Operation = 'generate-topology';
const execute: Operation = 'execute-submission';

function hasMoreUids(body: RequestBody, most: number): boolean {
  return [body.otherConfirmingParticipantUids, body.observingParticipantUids].some((list) => Array.isArray(list) && list.length > most);
}

function hasMoreSignatures({ partySignatures }: RequestBody, most: number): boolean {
  const entries = isObject(partySignatures) ? partySignatures.signatures : undefined;
  const of = (entry: unknown): number => (isObject(entry) && Array.isArray(entry.signatures) ? entry.signatures.length : 0);
  return Array.isArray(entries) && entries.some((entry) => of(entry) > most);
}

const ofGenerate = variantsOf([generate], readings.ordinarySize, {
  'refuses-hundred-participants': {
    title: 'The hundredth participant of a list is rejected with the error object.',
    apply: refuseToo(generate, 'error-object', 'There are too many participants.', (_call, body) => hasMoreUids(body, 99)),
  },
  'refuses-twenty-one-participants-in-text': {
    title: 'More than twenty participants in a list are an invalid value.',
    apply: refuseToo(generate, 'text', 'There are too many participants.', (_call, body) => hasMoreUids(body, 20)),
  },
  'refuses-fifty-participants-with-413': {
    title: 'More than fifty participants in a list are answered 413 with the error object.',
    apply: refuseToo(generate, 'error-object', { cause: 'There are too many participants.', code: 'REQUEST_TOO_LARGE' }, (_call, body) =>
      hasMoreUids(body, 50),
    ),
  },
});

const ofExecute = variantsOf([execute], readings.ordinarySize, {
  'refuses-fifty-signatures': {
    title: 'More than fifty signatures of a party are rejected with the error object.',
    apply: refuseToo(execute, 'error-object', 'There are too many signatures.', (_call, body) => hasMoreSignatures(body, 50)),
  },
  'refuses-two-signatures': {
    title: 'More signatures than a party has keys are rejected with the error object.',
    apply: refuseToo(execute, 'error-object', 'There are too many signatures.', (_call, body) => hasMoreSignatures(body, 1)),
  },
});

/** Limits on the number of elements, with a rejection of a documented form (ruling 35). */
export const ordinarySizeVariants = [...ofGenerate, ...ofExecute];
