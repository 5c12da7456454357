import type { Answer } from '../answer.ts';
import type { Call } from '../call.ts';
import { changeStage } from './change-stage.ts';
import type { Change } from './fault.ts';

/** Replaces the answers to some requests by one of another form. */
export function answered(isMeant: (call: Call) => boolean, status: number, type: string | undefined, body: string): Change {
  const headers = {
    ...(type === undefined ? {} : { 'Content-Type': type }),
    'Content-Length': String(body.length),
  };
  const answer: Answer = { status, headers, body: Buffer.from(body) };
  return changeStage('encode', (encode, { fire }) => (draft, call) => {
    if (!isMeant(call)) return encode(draft, call);
    fire();
    return answer;
  });
}
