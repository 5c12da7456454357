import type { Answer, Draft } from './answer.ts';
import type { Behaviour, Step } from './behaviour.ts';
import type { Call } from './call.ts';
import type { Operation } from './operation.ts';
import { type Requests, referenceOperations } from './operations/operations.ts';
import { type Refusal, refused } from './refusal.ts';
import type { Rule } from './rules/rule.ts';

/** Takes a call of an operation through the stages to its encoded response. */
export async function answerCall(behaviour: Behaviour, call: Call, operation: Operation): Promise<Answer> {
  try {
    for (const step of behaviour.order) {
      if (call.forgiven && step !== 'authenticate') continue;
      const refusal =
        step === 'authenticate'
          ? await authenticate(behaviour, call)
          : take(step, behaviour, call, operation);
      if (refusal !== undefined) return await answerRefusal(behaviour, call, refusal);
    }
    return await behaviour.encode(await perform(behaviour, call, operation), call);
  } catch (error) {
    return answerDefect(behaviour, call, error);
  }
}

/** Takes a call of another operation through the check of its credential to its encoded response. */
export async function answerAuxiliary(
  behaviour: Behaviour,
  call: Call,
  answer: () => Draft | { readonly refusal: Refusal },
): Promise<Answer> {
  const unauthenticated = await authenticate(behaviour, call);
  if (unauthenticated !== undefined) return answerRefusal(behaviour, call, unauthenticated);
  const given = answer();
  return 'refusal' in given ? answerRefusal(behaviour, call, given.refusal) : behaviour.encode(given, call);
}

/** The response to a request for no operation, or one rejected by a stage. */
export async function answerRefusal(behaviour: Behaviour, call: Call, refusal: Refusal): Promise<Answer> {
  const form = behaviour.chooseForm(refusal, call);
  const compose = form === 'text' ? behaviour.composeTextFailure : behaviour.composeErrorObject;
  return behaviour.encode(compose(refusal, call), call);
}

async function answerDefect(behaviour: Behaviour, call: Call, error: unknown): Promise<Answer> {
  process.emitWarning(
    `The reference server has a defect: ${error instanceof Error ? error.stack : String(error)}`,
  );
  const refusal = refused('INTERNAL_ERROR', 'The server failed; report it to its operator.');
  return behaviour.encode(behaviour.composeErrorObject(refusal, call), call);
}

/** Reads and verifies the credential of a call; the refusal if it is not valid. */
export async function authenticate(behaviour: Behaviour, call: Call): Promise<Refusal | undefined> {
  const token = behaviour.readCredential(call);
  const challenge =
    token === undefined ? 'Bearer realm="ledger"' : 'Bearer realm="ledger", error="invalid_token"';
  call.claims = token === undefined ? undefined : await behaviour.verifyCredential(token, call);
  if (call.claims !== undefined) return undefined;
  return refused(
    'UNAUTHENTICATED',
    'The request carries no valid token; send a valid one as bearer credential.',
    {
      headers: { 'WWW-Authenticate': challenge },
    },
  );
}

function take(
  step: Exclude<Step, 'authenticate'>,
  behaviour: Behaviour,
  call: Call,
  operation: Operation,
): Refusal | undefined {
  if (step !== 'decode') return firstRefusal(behaviour[step][operation], call);
  const { input } = referenceOperations[operation];
  const decoded = input === 'query' ? behaviour.decodeQuery(call) : behaviour.decodeJson(call);
  if ('refusal' in decoded) return decoded.refusal;
  call.input = decoded.value;
  return undefined;
}

function firstRefusal(rules: readonly Rule[], call: Call): Refusal | undefined {
  for (const rule of rules) {
    const refusal = rule.refuse(call);
    if (refusal !== undefined || call.forgiven) return refusal;
  }
  return undefined;
}

async function perform(behaviour: Behaviour, call: Call, operation: Operation): Promise<Draft> {
  const result = await performOne(behaviour, call, operation);
  return behaviour.composeSuccess(result, call);
}

/** The rules have validated the input, or a fault accepted the request and a sample replaces it. */
function performOne<O extends Operation>(behaviour: Behaviour, call: Call, operation: O): unknown {
  const { sample } = referenceOperations[operation];
  const request = (call.forgiven ? sample(call.ledger, call.input) : call.input) as Requests[O];
  return behaviour.perform[operation](request, call);
}
