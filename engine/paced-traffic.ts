import { bytesFrom } from '../generators/seeding.ts';
import { preflightReason } from '../journal/target-facts.ts';
import type { ScenarioCheck } from './check.ts';
import type { Conductor } from './conductor.ts';
import { createConductor } from './create-conductor.ts';
import { drive } from './drive.ts';
import { liveCases } from './live-cases.ts';
import type { Session } from './session.ts';
import { pause, type Steps } from './steps.ts';

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
export async function conductPaced(session: Session, check: ScenarioCheck): Promise<void> {
  if (preflightReason(session.facts.operations[check.operation]) !== undefined) return;
  const conductor = createConductor(liveCases(session, check), check);
  await drive(session, runScenarios(conductor, check.scenarios));
  session.journal.flush();
}

/** The scenarios one after the other, with pauses. */
export function* runScenarios(conductor: Conductor, scenariosOf: ScenarioCheck['scenarios']): Steps {
  const scenarios = yield* scenariosOf(conductor);
  const { seed, nonce, effort, operation } = conductor;
  const mean =
    durationMs[effort === 'quick' ? 'quick' : 'standard'] /
    Math.max(1, scenarios.length * requestsOfScenario);
  let pauses = 0;
  const rest = (): Steps => {
    pauses += 1;
    return pause(drawnPause(mean, seed, nonce, operation, pauses));
  };
  for (const scenario of scenarios) yield* scenario(rest);
}

/** Exponentially distributed, as the time between events that do not know of each other. */
function drawnPause(mean: number, ...parts: readonly (string | number)[]): number {
  const drawn = bytesFrom(['pause', ...parts], 4).readUInt32BE(0) / 2 ** 32;
  return Math.round(Math.min(longestPause, -Math.log(1 - drawn)) * mean);
}
