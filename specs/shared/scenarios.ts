import {
  type Case,
  type Check,
  pause as pauseFor,
  type Request,
  type Run,
  type Steps,
} from '../../engine/check.ts';
import { hasOnlyPlaceholders } from '../../engine/plain-request.ts';
import { inDrawnOrder } from '../../generators/sampling.ts';
import { bytesFrom } from '../../generators/seeding.ts';
import { judgeAnswers } from '../../judges/answers/judge-answers.ts';
import type { Judge } from '../../judges/judge.ts';
import { definitionOf } from '../../operations/operations.ts';
import type { Operation } from '../../requirements/requirement.ts';
import { drawnClient } from '../../wire/plan-request.ts';
import type { MakeValid } from './cases.ts';
import { refusedCredentials } from './wrong-credentials.ts';

/** What an ordinary client does once: one request or a few, with a pause behind each. */
export type Scenario = (pause: () => Steps) => Steps;

/** The requests of an operation for round `index`. */
export type Mixture = (run: Run, index: number) => Steps<readonly Case[]>;

/** What ordinary clients send to an operation, mistakes included. */
export interface Traffic {
  readonly valid: MakeValid;
  /** Valid requests and others, for each round. */
  readonly mixture: Mixture;
  /** Requests that must be rejected, besides those with wrong credentials. */
  readonly rejected?: Mixture;
  /** What else a client does, such as reading all pages. */
  readonly others?: (run: Run) => readonly Scenario[];
  /** By default, each answer is judged by itself. */
  readonly judge?: Judge;
}

/** How many rejected requests an operation gets; those without valid ones between them are fewer. */
const rejectedAtMost = {
  quick: { amongValid: 10, alone: 6 },
  standard: { amongValid: 36, alone: 24 },
} as const;

/** Scenarios in a row that one client runs. */
const scenariosOfClient = 8;

/** Numbers of valid requests that no check sends. */
const firstValid = 60_000;

/** Rounds of which each has another part of the rejected requests. */
const rounds = 4;

/**
 * One rejected request of each kind, as far as there is room, among valid ones: as an ordinary client, who now and then
 * makes a mistake.
 */
function* scenariosOf(run: Run, { valid, rejected, others }: Traffic): Steps<readonly Scenario[]> {
  const { seed, nonce, effort } = run;
  const [round = 0] = bytesFrom(['scenarios', seed, nonce], 1);
  const { bodyIndex } = valid(run, round % rounds);
  // A configured execute body is kept for later: its success comes last (ruling 14).
  const isAmongValid = bodyIndex === undefined && !hasOnlyPlaceholders(run);
  const { amongValid, alone } = rejectedAtMost[effort === 'quick' ? 'quick' : 'standard'];
  const credentials = refusedCredentials(run, valid);
  const all = [
    ...(rejected === undefined ? [] : yield* rejected(run, round % rounds)),
    ...credentials(round % rounds),
  ];
  const some = ofEachRequirement(
    inDrawnOrder(all, 'scenarios', seed, nonce),
    bodyIndex === undefined ? amongValid : alone,
  );
  const refusals = some.map((each, place): Scenario => {
    const wear = asClient(run, place);
    return function* (pause) {
      if (isAmongValid) yield* sendValid(run, valid, place, { wear, pause });
      yield* run.open({ ...paced(each), bodyIndex }, function* (open) {
        if (bodyIndex === undefined) {
          yield* open.send('control', wear(valid(run, firstValid + 2 * place).request));
          yield* pause();
        }
        yield* open.send('probe', wear(each.request ?? {}));
      });
      yield* pause();
    };
  });
  return inDrawnOrder([...refusals, ...(others?.(run) ?? [])], 'ordinary traffic', seed, nonce);
}

/** The check that judges what ordinary clients send to an operation; a disguised run begins with it. */
export function scenarioCheck(operation: Operation, traffic: Traffic): Check {
  return {
    requirement: 'HTTP-STABLE',
    operation,
    version: 1,
    judge: traffic.judge ?? judgeAnswers,
    *cases(run) {
      yield* runScenarios(run, yield* scenariosOf(run, traffic));
    },
  };
}

/** About how long it takes, in milliseconds: the operations share it, so that together they send some ten requests a second. */
const durationMs = { quick: 4_000, standard: 15_000 } as const;

/** About how many requests a scenario has. */
const requestsOfScenario = 4;

/** No pause is longer than so many mean ones. */
const longestPause = 4;

/**
 * Runs the scenarios of an operation one after the other, with the pauses of people and of programs that wait for people. A
 * target that recognizes a test by its rate, by its bursts of mistakes, or by its many connections sees none of that.
 */
function* runScenarios(run: Run, scenarios: readonly Scenario[]): Steps {
  const { seed, nonce, effort, operation } = run;
  const mean =
    durationMs[effort === 'quick' ? 'quick' : 'standard'] /
    Math.max(1, scenarios.length * requestsOfScenario);
  let pauses = 0;
  const rest = (): Steps => {
    pauses += 1;
    return pauseFor(drawnPause(mean, seed, nonce, operation, pauses));
  };
  for (const scenario of scenarios) yield* scenario(rest);
}

/** Exponentially distributed, as the time between events that do not know of each other. */
function drawnPause(mean: number, ...parts: readonly (string | number)[]): number {
  const drawn = bytesFrom(['pause', ...parts], 4).readUInt32BE(0) / 2 ** 32;
  return Math.round(Math.min(longestPause, -Math.log(1 - drawn)) * mean);
}

/** How a client sends its requests. */
interface Sending {
  readonly wear: (request: Request) => Request;
  readonly pause: () => Steps;
}

/** Sends a valid request that does not serve as the control of any case. */
function* sendValid(run: Run, valid: MakeValid, place: number, { wear, pause }: Sending): Steps {
  const { request, facts } = valid(run, firstValid + 2 * place + 1);
  const { requirement } = definitionOf(run.operation).success;
  const each = { kind: 'valid-request', as: requirement, facts, request: wear(request) };
  yield* run.send(paced(each));
  yield* pause();
}

/** A case with how it is sent in place of how else it may be. */
export function paced(each: Case): Case {
  const { context = [] } = each;
  return { ...each, context: [...context.filter((name) => name !== 'mixed-traffic'), 'paced'] };
}

/** One client runs several scenarios, on connections that it keeps. */
function asClient({ seed, nonce, operation, identity }: Run, place: number): Sending['wear'] {
  const run = [seed, nonce].join('/');
  const client = drawnClient(run, operation, String(Math.floor(place / scenariosOfClient)));
  let sent = 0;
  return (request) => {
    sent += 1;
    return { ...request, style: { client, key: identity('scenario', place, sent), run } };
  };
}

/** As many as there is room for: first one of each requirement, then the second, and so on. */
function ofEachRequirement(all: readonly Case[], atMost: number): Case[] {
  const before = new Map<string, number>();
  return all
    .map((each) => {
      const rank = before.get(each.as ?? '') ?? 0;
      before.set(each.as ?? '', rank + 1);
      return { each, rank };
    })
    .sort((a, b) => a.rank - b.rank)
    .slice(0, atMost)
    .map(({ each }) => each);
}
