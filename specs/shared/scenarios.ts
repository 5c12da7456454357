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
import { type Settings, spreadMs } from '../../settings/settings.ts';
import { drawnClient, firstClient } from '../../wire/plan-request.ts';
import type { MakeValid } from './cases.ts';
import { refusedCredentials } from './wrong-credentials.ts';

/** What an ordinary client does once: one request or a few, with a pause behind each. */
export type Scenario = (pause: () => Steps) => Steps;

/** The requests of an operation for round `index`. */
type Mixture = (run: Run, index: number) => Steps<readonly Case[]>;

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

/** Scenarios in a row that one client runs, once others than the first come. */
const scenariosOfClient = 8;

/** Numbers of valid requests that no check sends. */
const firstValid = 60_000;

/** How many valid requests come before any other one. */
const validAtFirst = { quick: 2, standard: 4 } as const;

/** Rounds of which each has another part of the rejected requests. */
const rounds = 4;

/**
 * In which order mistakes come, and what part of the time each of these phases takes. Whoever takes the sender of an unusual mistake
 * for a test has shown by then how it treats users: who send what is right, forget a member, or have a token of another server.
 */
const phases = [0.2, 0.3, 0.25, 0.25] as const;

function phaseOf({ wrong, credential }: Case): 1 | 2 | 3 {
  if (credential === 'other-secret' || wrong?.keyword === 'required') return 1;
  const isKnown = ['none', 'expired', 'signature-altered'].includes(credential ?? '');
  return isKnown || (wrong !== undefined && wrong.pointer !== '') ? 2 : 3;
}

/** Who is let in as bearer does not send an API key. */
const isOfBearer =
  ({ facts: { bearerWorks } }: Run) =>
  ({ context }: Case): boolean =>
    !bearerWorks || context?.includes('api-key') !== true;

/**
 * What ordinary clients do, by phase: first valid requests, then among them one rejected request of each kind, as far as there is
 * room: anybody makes a mistake at times.
 */
function* scenariosOf(run: Run, { valid, rejected, others }: Traffic): Steps<readonly Scenario[][]> {
  const { seed, nonce } = run;
  const effort = run.effort === 'quick' ? 'quick' : 'standard';
  const [round = 0] = bytesFrom(['scenarios', seed, nonce], 1);
  const { bodyIndex } = valid(run, round % rounds);
  // A configured execute body is kept for later: its success comes last (ruling 14).
  const isAmongValid = bodyIndex === undefined && !hasOnlyPlaceholders(run);
  const { amongValid, alone } = rejectedAtMost[effort];
  const credentials = refusedCredentials(run, () => valid(run, round % rounds));
  const isOfOther = ({ credential }: Case): boolean => credential === 'other-secret';
  const all = [
    ...(rejected === undefined ? [] : yield* rejected(run, round % rounds)),
    ...credentials(round),
  ].filter(isOfBearer(run));
  const some = [
    ...ofEachRequirement(
      inDrawnOrder(all, 'scenarios', seed, nonce),
      bodyIndex === undefined ? amongValid : alone,
    ),
    ...[1, 2].flatMap((more) =>
      credentials(round + more)
        .filter(isOfOther)
        .filter(isOfBearer(run)),
    ),
  ];
  const inPhases: Scenario[][] = phases.map(() => []);
  const add = (phase: number, scenario: Scenario): unknown => inPhases[phase]?.push(scenario);
  const length = isAmongValid ? validAtFirst[effort] : 0;
  for (let place = 0; place < length; place += 1)
    add(0, (pause) => sendValid(run, valid, some.length + place, { wear: asClient(run, 0, place), pause }));
  for (const [place, each] of some.entries()) {
    const phase = phaseOf(each);
    const wear = asClient(run, phase, some.length + length + place);
    add(phase, function* (pause) {
      if (isAmongValid) yield* sendValid(run, valid, place, { wear, pause });
      yield* run.open({ ...paced(each), bodyIndex }, function* (open) {
        if (bodyIndex === undefined) {
          yield* open.send('control', wear(valid(run, firstValid + 2 * place).request));
          yield* pause();
        }
        yield* open.send('probe', wear(each.request ?? {}));
      });
      yield* pause();
    });
  }
  for (const [place, other] of (others?.(run) ?? []).entries()) add(place % phases.length, other);
  return inPhases.map((each) => inDrawnOrder(each, 'ordinary traffic', seed, nonce));
}

/** The check that judges what ordinary clients send to an operation; a disguised run begins with it. */
export function scenarioCheck(operation: Operation, traffic: Traffic): Check {
  return {
    requirement: 'HTTP-STABLE',
    operation,
    version: 1,
    judge: traffic.judge ?? judgeAnswers,
    isUndrawn: true,
    *cases(run) {
      yield* runScenarios(run, yield* scenariosOf(run, traffic));
    },
  };
}

/** About how long it takes, in milliseconds: the operations share it, so that together they send some ten requests a second. */
export const scenariosMs = { quick: 4_000, standard: 15_000 } as const;

/** How much longer each pause is where the run is spread over a time: that of its ordinary clients is the first half. */
export function longerPauses({ effort, spread }: Pick<Settings, 'effort' | 'spread'>): number {
  return Math.max(1, spreadMs(spread) / 2 / scenariosMs[effort === 'quick' ? 'quick' : 'standard']);
}

/** About how many requests a scenario has. */
const requestsOfScenario = 3;

/** No pause is longer than so many mean ones. */
const longestPause = 4;

/**
 * Runs the scenarios of an operation one after the other, with the pauses of people and of programs that wait for people. A
 * target that recognizes a test by its rate, by its bursts of mistakes, or by its many connections sees none of that.
 */
function* runScenarios(run: Run, inPhases: readonly Scenario[][]): Steps {
  const { seed, nonce, effort, operation } = run;
  const duration = scenariosMs[effort === 'quick' ? 'quick' : 'standard'];
  let pauses = 0;
  for (const [phase, scenarios] of inPhases.entries()) {
    const mean = (duration * (phases[phase] ?? 0)) / Math.max(1, scenarios.length * requestsOfScenario);
    const rest = (): Steps => {
      pauses += 1;
      return pauseFor(drawnPause(mean, seed, nonce, operation, pauses));
    };
    // Three operations would begin at one moment.
    if (phase === 0) yield* rest();
    for (const scenario of scenarios) yield* scenario(rest);
  }
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

/** One client runs several scenarios, on connections that it keeps; until the last phase, there is only one. */
function asClient({ seed, nonce, operation, identity }: Run, phase: number, place: number): Sending['wear'] {
  const run = [seed, nonce].join('/');
  const client =
    phase < phases.length - 1
      ? firstClient(run)
      : drawnClient(run, operation, String(Math.floor(place / scenariosOfClient)));
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
