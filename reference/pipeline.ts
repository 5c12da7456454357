import type { Draft } from './answer.ts';
import type { Call } from './call.ts';
import { type Refusal, refused } from './refusal.ts';
import type { Hooks } from './rows/engine.ts';
import { type Stage, type Stages, usualOrder } from './rows/stages.ts';

/** The stages of a server, the order in which calls take them, and what rows do behind each. */
export interface Pipeline {
  readonly stages: Stages;
  readonly order: readonly Stage[];
  readonly hooks: Hooks;
  /** Says that a stage or a row threw, which is a mistake of this server. */
  readonly onDefect: (error: unknown) => void;
}

/** Each of them is taken by a refused call too. */
const ofEveryCall: readonly Stage[] = ['answer', 'encode', 'send'];

/** The rules of an invalid request that is accepted do not count. */
const ofRules: readonly Stage[] = ['decode', 'rules', 'meaning'];

/** Takes a call through stages; one that throws is a defect of this server, answered 500. */
export async function take(
  { stages, hooks, onDefect }: Pipeline,
  call: Call,
  order: readonly Stage[] = usualOrder,
): Promise<void> {
  for (const stage of order) {
    try {
      if (call.refusal !== undefined && !ofEveryCall.includes(stage)) continue;
      if (call.forgiven && ofRules.includes(stage)) continue;
      await stages[stage](call);
      await hooks.done(stage, call);
    } catch (error) {
      onDefect(error);
      call.refusal = refused('INTERNAL_ERROR', 'The server failed; report it to its operator.');
      for (const last of ofEveryCall) await stages[last](call);
      return;
    }
  }
}

/** Takes a call of an operation that is not one of interface.md through the check of its credential to its answer. */
export async function takeAuxiliary(
  pipeline: Pipeline,
  call: Call,
  answer: () => Draft | { readonly refusal: Refusal },
): Promise<void> {
  await take(pipeline, call, ['arrive', 'token', 'claims']);
  const given = call.refusal === undefined ? answer() : undefined;
  if (given !== undefined && 'refusal' in given) call.refusal = given.refusal;
  if (given === undefined || 'refusal' in given) return take(pipeline, call, ofEveryCall);
  fill(call, given);
  return take(pipeline, call, ['encode', 'send']);
}

/** Puts a draft into the slots of its call. */
export function fill(call: Call, { status, headers, content }: Draft): void {
  [call.status, call.responseHeaders] = [status, headers];
  [call.value, call.text] = content.kind === 'json' ? [content.value, undefined] : [undefined, content.text];
}
