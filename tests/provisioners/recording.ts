import { readFileSync } from 'node:fs';
import type { JsonObject } from '../../json/read-json.ts';

/** One exchange of the recorded walk on a running node. */
export interface RecordedStep {
  readonly name: string;
  readonly request: { readonly method: string; readonly target: string; readonly body?: string };
  readonly response: { readonly status: number; readonly body?: string };
}

const file = new URL('./provisioning-canton-3.5.ndjson', import.meta.url);

export const recordedSteps: readonly RecordedStep[] = readFileSync(file, 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line) as RecordedStep);

export function step(name: string): RecordedStep {
  const found = recordedSteps.find((each) => each.name === `provision.${name}`);
  if (found === undefined) throw new Error(`The recording has no step ${name}.`);
  return found;
}

/** The JSON bodies of a step, in the shapes that the caller knows them to have. */
export function bodiesOf<S = JsonObject, R = JsonObject>(name: string): { sent: S; received: R } {
  const { request, response } = step(name);
  return {
    sent: JSON.parse(request.body ?? 'null') as S,
    received: JSON.parse(response.body ?? 'null') as R,
  };
}
