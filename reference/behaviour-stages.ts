import type { Answer, Draft } from './answer.ts';
import type { Behaviour, Step } from './behaviour.ts';
import type { Call } from './call.ts';
import { referenceOperations } from './operations/operations.ts';
import { fill } from './pipeline.ts';
import { refused } from './refusal.ts';
import type { Stage, Stages } from './rows/stages.ts';
import type { Rule } from './rules/rule.ts';

const stageOf: Readonly<Record<Step, readonly Stage[]>> = {
  authenticate: ['token', 'claims'],
  decode: ['decode'],
  structure: ['rules'],
  semantics: ['meaning'],
};

export function orderOf({ order }: Behaviour): Stage[] {
  return ['arrive', ...order.flatMap((step) => stageOf[step]), 'perform', 'answer', 'encode', 'send'];
}

/** The stages of a behaviour. */
export function stagesOf(behaviour: Behaviour): Stages {
  return {
    arrive: () => undefined,
    token: (call) => {
      call.token = behaviour.readCredential(call);
    },
    claims: async (call) => {
      const { token } = call;
      call.claims = token === undefined ? undefined : await behaviour.verifyCredential(token, call);
      if (call.claims !== undefined) return;
      const challenge = `Bearer realm="ledger"${token === undefined ? '' : ', error="invalid_token"'}`;
      const cause = 'The request carries no valid token; send a valid one as bearer credential.';
      call.refusal = refused('UNAUTHENTICATED', cause, { headers: { 'WWW-Authenticate': challenge } });
    },
    decode: (call) => {
      if (call.operation === undefined) return;
      const isQuery = referenceOperations[call.operation].input === 'query';
      const decoded = isQuery ? behaviour.decodeQuery(call) : behaviour.decodeJson(call);
      if ('refusal' in decoded) call.refusal = decoded.refusal;
      else call.input = decoded.value;
    },
    rules: (call) => refuseBy(call, call.operation && behaviour.structure[call.operation]),
    meaning: (call) => refuseBy(call, call.operation && behaviour.semantics[call.operation]),
    perform: async (call) => {
      if (call.operation === undefined) return;
      const { sample } = referenceOperations[call.operation];
      call.request = call.forgiven ? sample(call.ledger, call.input) : call.input;
      call.result = await behaviour.perform[call.operation](call.request as never, call);
    },
    answer: (call) => fill(call, draftOf(behaviour, call)),
    encode: async (call) => {
      const { status, responseHeaders, value, text } = call;
      const content = text === undefined ? { kind: 'json' as const, value } : { kind: 'text' as const, text };
      const answer = await behaviour.encode({ status, headers: responseHeaders, content }, call);
      const headers = Object.entries(answer.headers).filter(([name]) => !/^content-length$/i.test(name));
      [call.status, call.responseHeaders, call.bytes] = [
        answer.status,
        Object.fromEntries(headers),
        answer.body,
      ];
    },
    send: (call) => {
      call.send = (response) =>
        behaviour.deliver(
          {
            status: call.status,
            headers: { ...call.responseHeaders, 'Content-Length': String(call.bytes.length) },
            body: call.bytes,
          } satisfies Answer,
          response,
          call,
        );
    },
  };
}

function refuseBy(call: Call, rules: readonly Rule[] = []): void {
  for (const rule of rules) {
    const refusal = call.skipped.includes(rule.name) ? undefined : rule.refuse(call);
    if (refusal !== undefined) call.refusal = { rule: rule.name, ...refusal };
    if (refusal !== undefined || call.forgiven) return;
  }
}

function draftOf(behaviour: Behaviour, call: Call): Draft {
  const { refusal } = call;
  if (refusal === undefined) return behaviour.composeSuccess(call.result, call);
  const form = refusal.form ?? behaviour.chooseForm(refusal, call);
  return form === 'text'
    ? behaviour.composeTextFailure(refusal, call)
    : behaviour.composeErrorObject(refusal, call);
}
