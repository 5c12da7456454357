import { isDeepStrictEqual } from 'node:util';
import { operationStems } from '../../schemas/openapi.ts';
import type { Call } from '../call.ts';
import type { Ledger } from '../ledger.ts';
import type { Json } from '../rules/json-types.ts';
import type { Stage, Stages } from './stages.ts';

/** One server: what rows may use besides the call. */
export interface Run {
  readonly ledger: Ledger;
  /** From 0 to below 1; the same sequence for the same seed. */
  readonly random: () => number;
  /** What the server itself does at a stage, such as verifying another token. */
  readonly stages: Stages;
}

export type Test = (call: Call) => boolean;

/** When a row applies. Made for each server, so that it may remember; an `early` one is decided once, when a call arrives. */
export type Condition = ((run: Run) => Test) & { readonly early?: true };

/** Changes slots of the call when its stage is done. `true` counts although it changes none. */
type Act = (call: Call) => unknown;

type AtStages = { readonly [S in Stage]?: Act };

/** What a row does, by stage. `watch` sees every call, whatever the row is about. */
export type Steps = AtStages & { readonly watch?: AtStages };

/** Made for each server, so that it may remember. */
export type Action = (run: Run) => Steps;

/** What a row does, to which calls, and under which conditions. */
export interface Doing {
  readonly operations: readonly string[];
  readonly under?: readonly Condition[];
  readonly does?: readonly Action[];
}

/** Rows that are hooked into the stages of one server. */
export interface Hooks {
  arrive(call: Call): void;
  done(stage: Stage, call: Call): Promise<void>;
}

const slots = [
  ...(['body', 'target', 'token', 'claims', 'input', 'refusal', 'forgiven', 'request', 'result'] as const),
  ...(['status', 'responseHeaders', 'value', 'text', 'bytes', 'send'] as const),
];

/** Hooks rows behind the stages of a server, in their order; `fire` counts the calls that each changes. */
export function hook(rows: readonly Doing[], run: Run, fire: () => void): Hooks {
  const hooked = rows.map((row) => hookOne(row, run, fire));
  return {
    arrive(call) {
      for (const each of hooked) each.arrive(call);
    },
    async done(stage, call) {
      for (const each of hooked) await each.done(stage, call);
    },
  };
}

function hookOne({ operations, under = [], does = [] }: Doing, run: Run, fire: () => void): Hooks {
  const tests = under.map((make) => ({ test: make(run), isEarly: make.early === true }));
  const early = tests.filter(({ isEarly }) => isEarly);
  const late = tests.filter(({ isEarly }) => !isEarly);
  const steps = does.map((make) => make(run));
  const chosen = new WeakSet<Call>();
  // Rows about every operation are also about requests for none.
  const concerns: Test = ({ operation }) =>
    operation === undefined ? operations.length === operationStems.length : operations.includes(operation);
  return {
    arrive(call) {
      // Each is asked, because it may count.
      const answers = early.map(({ test }) => test(call));
      if (concerns(call) && answers.every(Boolean)) chosen.add(call);
    },
    async done(stage, call) {
      for (const { watch, [stage]: act } of steps) {
        await watch?.[stage]?.(call);
        if (act === undefined || !chosen.has(call) || !late.every(({ test }) => test(call))) continue;
        const before = slots.map((slot) => call[slot]);
        const isCounted = (await act(call)) === true;
        if (isCounted || slots.some((slot, index) => !isDeepStrictEqual(before[index], call[slot]))) fire();
      }
    },
  };
}

/** An action at one stage that remembers nothing. */
export function at(stage: Stage, act: (call: Call, run: Run) => unknown): Action {
  return (run) => ({ [stage]: (call: Call) => act(call, run) });
}

/** An action in some condition that the other actions of its row do not need. */
export function given(condition: Condition, action: Action): Action {
  return (run) => {
    const [test, { watch, ...steps }] = [condition(run), action(run)];
    const limited = Object.entries(steps).map(([stage, act]) => [
      stage,
      (call: Call): unknown => (test(call) ? act(call) : undefined),
    ]);
    return { ...Object.fromEntries(limited), watch } as Steps;
  };
}

/** The claims that the server itself finds in a token; undefined if it is not valid. */
export async function verified(run: Run, call: Call, token: string | undefined): Promise<Json> {
  const copy: Call = { ...call, token, claims: undefined, refusal: undefined };
  await run.stages.claims(copy);
  return copy.refusal === undefined ? copy.claims : undefined;
}

/** The result of another request in the place of the call's. */
export async function performed(run: Run, call: Call, input: Json): Promise<Json> {
  const copy: Call = { ...call, input, forgiven: false };
  await run.stages.perform(copy);
  return copy.result;
}
