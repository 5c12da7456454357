import {
  type Case,
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
import { requirementForKind } from '../../requirements/requirement-for.ts';
import type { Line } from '../../wire/connections.ts';
import { present } from '../../wire/credential.ts';
import { type MakeValid, rememberAccepted } from './requests.ts';

/** How long connections idle at least, in milliseconds; in a whole run it is most of the run. */
const idleAtLeastMs = 1_500;

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
  const { operation, effort, idleLines } = run;
  // A quick run is too short for a connection to idle in it.
  if (effort === 'quick' || idleLines.has(operation) || hasOnlyPlaceholders(run)) return;
  const lines = yield* openLines(linesWanted);
  const isKeptForLater = definitionOf(operation).validControl === 'last';
  yield* sideBySide(
    lines.map((connection, at) => {
      const { request, facts: about = {} } = valid(run, numbers.first + at);
      const draft: Case = isKeptForLater
        ? { kind: 'no-credential', as: requirementForKind('none'), credential: 'none', facts: about }
        : { kind: 'before-idling', as: asSuccess(run), facts: about };
      return run.open(draft, (open) =>
        open.send('probe', { ...request, connection, credential: isKeptForLater ? [] : undefined }),
      );
    }),
  );
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
  const { request, facts = {}, index } = valid(run, numbers.later + number * lengthOf(run));
  // A made-up execute body shows nothing about success.
  if (facts.body === 'placeholder') return;
  const detail = number === 0 ? {} : { detail: 'behind-a-wrong-credential' };
  const draft = { kind: 'on-an-idle-connection', ...detail, as: asSuccess(run), facts };
  yield* run.open(draft, function* (open) {
    const { answer } = yield* open.send('probe', { ...request, connection });
    rememberAccepted(run, index, answer);
  });
}

function lengthOf({ bodies }: Run): number {
  return Math.max(1, bodies.bodies.length);
}

function* sendWrong(run: Run, valid: MakeValid, connection: Line): Steps {
  const { credentials, operation } = run;
  const wrong = credentials.altered().find((each) => each.kind === 'signature-altered');
  const kind = wrong?.kind ?? 'no-credential';
  const credential = wrong?.kind ?? 'none';
  const { request, facts = {}, index } = valid(run, numbers.later + 2 * lengthOf(run));
  const draft = {
    kind,
    credential,
    as: requirementForKind(credential),
    context: ['on-an-idle-connection'],
    facts,
  };
  yield* run.open(draft, function* (open) {
    const needsControl = definitionOf(operation).validControl !== 'last' || index === undefined;
    if (needsControl) yield* open.send('control', request);
    const headers = wrong === undefined ? [] : present('bearer', { token: 'altered', ...wrong });
    const { answer } = yield* open.send('probe', { ...request, connection, credential: headers });
    rememberAccepted(run, index, answer);
  });
}
