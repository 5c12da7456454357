import { submissionId } from '../../generators/execute-submission.ts';
import { textFrom } from '../../generators/seeding.ts';
import type { CaseBuilder } from '../../harness/case-builder.ts';
import type { Conductor } from '../../harness/conductor.ts';
import type { Exchange, HeaderPair } from '../../harness/exchange.ts';
import type { JsonObject } from '../../harness/read-json.ts';
import { succeeded } from '../answers/answer-kind.ts';
import { asRequest } from './bodies.ts';

/** One case in which a configured body, with something laid beside it, must be accepted. */
export interface AcceptedCase {
  readonly name: string;
  readonly lay?: (body: JsonObject) => JsonObject;
  /** Another way to write the same JSON. */
  readonly written?: (json: string) => string;
  readonly credential?: readonly HeaderPair[];
  /** The requirement whose kind of request this is, where it is not the check's own. */
  readonly as?: string;
  /** How long the submissionId is; that of a UUID unless given. */
  readonly idLength?: number;
}

/** How long to wait for a used body to become usable again, attempt by attempt; milliseconds. */
const patienceMs: readonly number[] = [300, 1_200, 4_000];

const lettersAndDigits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

const usedUp = 'Every execute body is used up: give more of them in TARGET_EXECUTE_REQUEST.';

/**
 * Conducts cases of success. Bodies that were not accepted yet come first; whether an accepted one can be sent again
 * shows on the way. A used body that is refused with 409 says nothing (ruling 14): the case waits and tries again
 * within bounds, and is not exercised after that.
 */
export async function conductAccepted(conductor: Conductor, cases: readonly AcceptedCase[]): Promise<void> {
  const { bodies } = conductor;
  if (bodies.bodies.length === 0) {
    conductor.notExercised('No execute body is configured: set TARGET_EXECUTE_REQUEST.');
    return;
  }
  let next = 0;
  while (next < cases.length && bodies.reuse() !== 'at-once') {
    const each = cases[next] as AcceptedCase;
    const fresh = bodies.bodies.findIndex((_, index) => !bodies.wasAccepted(index));
    // A body that is usable again only after a while serves one case of each requirement, not dozens.
    const spent =
      fresh === -1 && (bodies.reuse() === 'never' || (bodies.reuse() === 'after-a-while' && next > 0));
    if (spent) {
      if (next === 0) conductor.notExercised(usedUp);
      return;
    }
    await conductOne(conductor, each, next, Math.max(fresh, 0));
    next += 1;
  }
  const rest = cases.slice(next);
  await Promise.all(
    rest.map((each, at) => conductOne(conductor, each, next + at, (next + at) % bodies.bodies.length)),
  );
}

async function conductOne(
  conductor: Conductor,
  each: AcceptedCase,
  index: number,
  which: number,
): Promise<void> {
  const { bodies } = conductor;
  const wasAccepted = bodies.wasAccepted(which);
  const facts = { body: `body-${which + 1}`, accepted: wasAccepted };
  const draft = { name: each.name, facts, ...(each.as === undefined ? {} : { as: each.as }) };
  await conductor.inCase(draft, async (builder) => {
    const answered = await send(conductor, builder, each, `${index}`, which, 'probe');
    if (!isUsed(answered, wasAccepted)) {
      if (wasAccepted && hasSucceeded(answered)) bodies.markReuse('at-once');
      return;
    }
    if (bodies.reuse() === 'at-once') return;
    for (const [attempt, wait] of patienceMs.entries()) {
      await new Promise((resolve) => setTimeout(resolve, wait));
      const again = await send(conductor, builder, each, `${index}/again-${attempt + 1}`, which, 'repeat');
      if (isUsed(again, true)) continue;
      bodies.markReuse('after-a-while');
      return;
    }
    bodies.markReuse('never');
  });
}

async function send(
  conductor: Conductor,
  builder: CaseBuilder,
  { lay, written, credential, idLength }: AcceptedCase,
  part: string,
  which: number,
  role: 'probe' | 'repeat',
): Promise<Exchange> {
  const { bodies, seed, nonce, requirement } = conductor;
  const configured = bodies.bodies[which] as JsonObject;
  const idFor = (time: number): string =>
    idLength === undefined
      ? submissionId(seed, nonce, `${requirement.id}/${part}/${time}`)
      : textFrom([seed, nonce, requirement.id, part, time], lettersAndDigits, idLength);
  const before = builder.record().places.length;
  const exchange = await builder.send(
    role,
    (time) => {
      const request = asRequest({ ...(lay?.(configured) ?? configured), submissionId: idFor(time) });
      return written === undefined ? request : { body: Buffer.from(written(request.body?.toString() ?? '')) };
    },
    credential,
  );
  // An answer that was lost on its way may have been the acceptance.
  const lost = builder
    .record()
    .places.slice(before)
    .some((place) => place.exchange.failure !== undefined);
  if (hasSucceeded(exchange) || (lost && exchange.answer?.status === 409)) bodies.markAccepted(which);
  return exchange;
}

function hasSucceeded(exchange: Exchange): boolean {
  return (
    exchange.answer !== undefined &&
    exchange.failure === undefined &&
    succeeded('execute-submission', exchange.answer)
  );
}

function isUsed(exchange: Exchange, wasAccepted: boolean): boolean {
  return wasAccepted && exchange.answer?.status === 409;
}
