import type { Call } from '../call.ts';

/** The stages of a call in their usual order, and the slots that each fills. */
const slotsOf = {
  arrive: 'body, target',
  token: 'token',
  claims: 'claims, or a refusal',
  decode: 'input, or a refusal',
  rules: 'a refusal by the structure of the input',
  meaning: 'a refusal by what its values mean',
  perform: 'request, result',
  answer: 'status, responseHeaders, and value or text',
  encode: 'bytes',
  send: 'send',
} as const;

export type Stage = keyof typeof slotsOf;

export const usualOrder = Object.keys(slotsOf) as readonly Stage[];

/** What a server does at each stage. */
export type Stages = Readonly<Record<Stage, (call: Call) => unknown>>;
