import type { CaseDraft } from '../../engine/case-builder.ts';
import type { Scenario, ScenarioCheck } from '../../engine/check.ts';
import type { Conductor } from '../../engine/conductor.ts';
import { hasOnlyPlaceholders } from '../../engine/placeholders.ts';
import type { Steps } from '../../engine/steps.ts';
import { inDrawnOrder } from '../../generators/drawn-order.ts';
import { bytesFrom } from '../../generators/seeding.ts';
import { judgeAnswers } from '../../judges/answers/judge-answers.ts';
import type { Judge } from '../../judges/judge.ts';
import { definitionOf } from '../../operations/operations.ts';
import type { Operation } from '../../requirements/requirement.ts';
import { drawnClient } from '../../wire/disguise.ts';
import type { OperationRequest } from '../../wire/operation-request.ts';
import type { BatchRequest, Mixture } from './batch.ts';
import { credentialRequests } from './credential-requests.ts';
import { type MakeValid, rememberAccepted } from './requests.ts';

/** What ordinary clients send to an operation, mistakes included. */
export interface Traffic {
  readonly valid: MakeValid;
  /** Valid requests and others, for each round. */
  readonly mixture: Mixture;
  /** Requests that must be rejected, besides those with wrong credentials. */
  readonly rejected?: Mixture;
  /** What else a client does, such as reading all pages. */
  readonly others?: (conductor: Conductor) => readonly Scenario[];
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
function* scenariosOf(
  conductor: Conductor,
  { valid, rejected, others }: Traffic,
): Steps<readonly Scenario[]> {
  const { seed, nonce, effort } = conductor;
  const [round = 0] = bytesFrom(['scenarios', seed, nonce], 1);
  const { index } = valid(conductor, round % rounds);
  // A configured execute body is kept for later: its success comes last (ruling 14).
  const isAmongValid = index === undefined && !hasOnlyPlaceholders(conductor);
  const { amongValid, alone } = rejectedAtMost[effort === 'quick' ? 'quick' : 'standard'];
  const credentials = credentialRequests(conductor, valid);
  const all = [
    ...(rejected === undefined ? [] : yield* rejected(conductor, round % rounds)),
    ...credentials(round % rounds),
  ];
  const some = ofEachRequirement(
    inDrawnOrder(all, 'scenarios', seed, nonce),
    index === undefined ? amongValid : alone,
  );
  const refusals = some.map((each, place): Scenario => {
    const wear = asClient(conductor, place);
    return function* (pause) {
      if (isAmongValid) yield* sendValid(conductor, valid, place, { wear, pause });
      yield* conductor.inCase(paced(each.draft), function* (builder) {
        if (index === undefined) {
          yield* builder.send('control', wear(valid(conductor, firstValid + 2 * place).request));
          yield* pause();
        }
        const { answer } = yield* builder.send('probe', wear(each.request), each.credential);
        rememberAccepted(conductor, index, answer);
      });
      yield* pause();
    };
  });
  return inDrawnOrder([...refusals, ...(others?.(conductor) ?? [])], 'ordinary traffic', seed, nonce);
}

/** The check that judges what ordinary clients send to an operation. */
export function scenarioCheck(operation: Operation, traffic: Traffic): ScenarioCheck {
  return {
    requirement: 'HTTP-STABLE',
    operation,
    version: 1,
    judge: traffic.judge ?? judgeAnswers,
    scenarios: (conductor) => scenariosOf(conductor, traffic),
  };
}

/** How a client sends its requests. */
interface Sending {
  readonly wear: (request: OperationRequest) => OperationRequest;
  readonly pause: () => Steps;
}

/** Sends a valid request that does not serve as the control of any case. */
function* sendValid(conductor: Conductor, valid: MakeValid, place: number, { wear, pause }: Sending): Steps {
  const { request, facts } = valid(conductor, firstValid + 2 * place + 1);
  const { requirement } = definitionOf(conductor.operation).success;
  const draft = paced({ kind: 'valid-request', as: requirement, facts });
  yield* conductor.inCase(draft, (builder) => builder.send('probe', wear(request)));
  yield* pause();
}

/** The draft with how it is sent in place of how else it may be. */
export function paced<T extends CaseDraft>(draft: T): T {
  const { context = [] } = draft;
  return { ...draft, context: [...context.filter((each) => each !== 'mixed-traffic'), 'paced'] };
}

/** One client runs several scenarios, on connections that it keeps. */
function asClient({ seed, nonce, operation, identity }: Conductor, place: number): Sending['wear'] {
  const run = [seed, nonce].join('/');
  const client = drawnClient(run, operation, String(Math.floor(place / scenariosOfClient)));
  let sent = 0;
  return (request) => {
    sent += 1;
    return { ...request, style: { client, key: identity('scenario', place, sent), run } };
  };
}

/** As many as there is room for: first one of each requirement, then the second, and so on. */
function ofEachRequirement(all: readonly BatchRequest[], atMost: number): BatchRequest[] {
  const before = new Map<string, number>();
  return all
    .map((each) => {
      const rank = before.get(each.draft.as) ?? 0;
      before.set(each.draft.as, rank + 1);
      return { each, rank };
    })
    .sort((a, b) => a.rank - b.rank)
    .slice(0, atMost)
    .map(({ each }) => each);
}
