import type { Draft } from './answer.ts';
import type { Call, Claims } from './call.ts';
import { composeErrorObject, composeSuccess, composeTextFailure } from './compose.ts';
import { readCredential } from './credentials/read-credential.ts';
import { verifyCredential } from './credentials/verify-credential.ts';
import { type Decoded, decodeJson, decodeQuery } from './decode.ts';
import type { Operation } from './operation.ts';
import { referenceOperations } from './operations/operations.ts';
import { fill } from './pipeline.ts';
import { type Refusal, refused } from './refusal.ts';
import type { Stages } from './rows/stages.ts';
import type { Rule } from './rules/rule.ts';

// Each stage is made from what a server may have of its own.

export const reading =
  (read: (call: Call) => string | undefined) =>
  (call: Call): void => {
    call.token = read(call);
  };

export const verifying =
  (verify: (token: string, call: Call) => Promise<Claims | undefined>) =>
  async (call: Call): Promise<void> => {
    const { token } = call;
    call.claims = token === undefined ? undefined : await verify(token, call);
    if (call.claims !== undefined) return;
    const challenge = `Bearer realm="ledger"${token === undefined ? '' : ', error="invalid_token"'}`;
    const cause = 'The request carries no valid token; send a valid one as bearer credential.';
    call.refusal = refused('UNAUTHENTICATED', cause, { headers: { 'WWW-Authenticate': challenge } });
  };

export const decoding =
  (decode: Readonly<Record<'json' | 'query', (call: Call) => Decoded>>) =>
  (call: Call): void => {
    if (call.operation === undefined) return;
    const decoded = decode[referenceOperations[call.operation].input](call);
    if ('refusal' in decoded) call.refusal = decoded.refusal;
    else call.input = decoded.value;
  };

/** Rejects a call by the first rule that it breaks. */
export const ruling =
  (rulesOf: (operation: Operation) => readonly Rule[]) =>
  (call: Call): void => {
    for (const rule of call.operation === undefined ? [] : rulesOf(call.operation)) {
      const refusal = call.skipped.includes(rule.name) ? undefined : rule.refuse(call);
      if (refusal !== undefined) call.refusal = { rule: rule.name, ...refusal };
      if (refusal !== undefined || call.forgiven) return;
    }
  };

type Perform = (request: never, call: Call) => object | Promise<object>;

export const performing =
  (performOf: (operation: Operation) => Perform) =>
  async (call: Call): Promise<void> => {
    if (call.operation === undefined) return;
    const { sample } = referenceOperations[call.operation];
    call.request = call.forgiven ? sample(call.ledger, call.input) : call.input;
    call.result = await performOf(call.operation)(call.request as never, call);
  };

/** How a server writes successes and failures. */
interface Forms {
  readonly success: (result: unknown, call: Call) => Draft;
  readonly text: (refusal: Refusal) => Draft;
  readonly errorObject: (refusal: Refusal, call: Call) => Draft;
  /** Which of the two documented forms a failure has. */
  readonly isText: (refusal: Refusal, call: Call) => boolean;
}

export const answering = ({ success, text, errorObject, isText }: Forms) => {
  const failed = (refusal: Refusal, call: Call): Draft => {
    const form = refusal.form ?? (isText(refusal, call) ? 'text' : 'error-object');
    return form === 'text' ? text(refusal) : errorObject(refusal, call);
  };
  return (call: Call): void => {
    const { refusal, result } = call;
    fill(call, refusal === undefined ? success(result, call) : failed(refusal, call));
  };
};

/** What interface.md requires at each stage, as read by rulings.md. */
export const conformantStages: Stages = {
  arrive: () => undefined,
  token: reading(readCredential),
  claims: verifying(verifyCredential),
  decode: decoding({ json: decodeJson, query: decodeQuery }),
  rules: ruling((operation) => referenceOperations[operation].structure),
  meaning: ruling((operation) => referenceOperations[operation].semantics),
  perform: performing((operation) => referenceOperations[operation].perform),
  answer: answering({
    success: composeSuccess,
    text: composeTextFailure,
    errorObject: composeErrorObject,
    // The operation decides the form of a rejected invalid value; a request for no operation gets an error object.
    isText: ({ structural = false }, { operation }) =>
      operation !== undefined && structural && referenceOperations[operation].structuralFailure === 'text',
  }),
  encode: (call) => {
    call.bytes = Buffer.from(call.text ?? JSON.stringify(call.value));
  },
  // As a call is sent unless a row sends it otherwise.
  send: () => undefined,
};
