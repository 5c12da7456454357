import {
  type CheckParts,
  closeLines,
  openLines,
  pause,
  type Run,
  type Steps,
  sideBySide,
} from '../../engine/check.ts';
import { hasOnlyPlaceholders } from '../../engine/plain-request.ts';
import { definitionOf } from '../../operations/operations.ts';
import type { Line } from '../../wire/connections.ts';
import { laidOver, type MakeValid, sendAll } from './cases.ts';
import { forged, noCredential } from './wrong-credentials.ts';

/** How long connections idle at least, in milliseconds; in a whole run it is most of the run. */
export const idleAtLeastMs = 1_500;

/** One for a valid request, one for a wrong credential. */
const linesWanted = 2;

/** Numbers of valid requests that no other case of the check sends. */
const numbers = { first: 40_000, later: 41_000 };

/** The same check, which before its cases opens connections that idle until `useIdle`. */
export function openingIdle(valid: MakeValid, parts: CheckParts): CheckParts {
  return {
    ...parts,
    opensIdle: true,
    *cases(run) {
      yield* startIdle(run, valid);
      yield* parts.cases(run);
    },
  };
}

/** Whether connections are left idle: a quick run is too short for that. */
export function leavesIdle(run: Pick<Run, 'effort' | 'operation' | 'facts'>): boolean {
  return run.effort !== 'quick' && !hasOnlyPlaceholders(run);
}

function asSuccess({ operation }: Run): string {
  return definitionOf(operation).success.requirement;
}

/**
 * Uses connections once and leaves them idle. An execute body may be usable only once, so there the first request has no
 * credential.
 */
export function* startIdle(run: Run, valid: MakeValid): Steps {
  const { operation, idleLines } = run;
  if (idleLines.has(operation) || !leavesIdle(run)) return;
  const lines = yield* openLines(linesWanted);
  const isKeptForLater = definitionOf(operation).validControl === 'last';
  const each = isKeptForLater ? noCredential : { kind: 'before-idling', as: asSuccess(run) };
  const cases = lines.map((connection, at) => {
    const { request, facts } = valid(run, numbers.first + at);
    return laidOver({ request: { ...request, connection }, facts }, each);
  });
  yield* sendAll(run, cases);
  idleLines.set(operation, lines);
}

/**
 * Sends a valid request on one idle connection, and a wrong credential and a valid request on the other (ruling 39). A
 * connection that the target has closed meanwhile is opened again.
 */
export function* useIdle(run: Run, valid: MakeValid): Steps {
  const { operation, idleLines } = run;
  const lines = idleLines.get(operation);
  if (lines === undefined) return;
  idleLines.delete(operation);
  try {
    const [first, second] = lines;
    if (first === undefined || second === undefined) return;
    yield* pause(idleAtLeastMs, second);
    const wrongThenValid = function* (): Steps {
      yield* sendWrong(run, valid, second);
      yield* sendValid(run, valid, { connection: second, number: 1 });
    };
    yield* sideBySide([sendValid(run, valid, { connection: first, number: 0 }), wrongThenValid()]);
  } finally {
    yield* closeLines(lines);
  }
}

function* sendValid(
  run: Run,
  valid: MakeValid,
  { connection, number }: { readonly connection: Line; readonly number: number },
): Steps {
  const { request, ...known } = valid(run, numbers.later + number * lengthOf(run));
  // A made-up execute body shows nothing about success.
  if (known.facts?.body === 'placeholder') return;
  yield* run.send({
    kind: 'on-an-idle-connection',
    ...(number === 0 ? {} : { detail: 'behind-a-wrong-credential' }),
    as: asSuccess(run),
    ...known,
    request: { ...request, connection },
  });
}

function lengthOf({ bodies }: Run): number {
  return Math.max(1, bodies.bodies.length);
}

function* sendWrong(run: Run, valid: MakeValid, connection: Line): Steps {
  const [wrong = noCredential] = forged(run);
  const { request, ...known } = valid(run, numbers.later + 2 * lengthOf(run));
  const needsControl = definitionOf(run.operation).validControl !== 'last' || known.bodyIndex === undefined;
  yield* run.send({
    ...laidOver({ ...known, request: { ...request, connection } }, wrong),
    context: ['on-an-idle-connection'],
    control: needsControl ? request : undefined,
  });
}
