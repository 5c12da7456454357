import { definitionOf } from '../../operations/operations.ts';
import { claimantOfKind } from '../../requirements/claims.ts';
import type { Operation } from '../../requirements/requirement.ts';
import type { CaseDraft } from '../../session/case-builder.ts';
import type { Check } from '../../session/check.ts';
import type { Conductor } from '../../session/conductor.ts';
import { hasOnlyPlaceholders } from '../../session/placeholders.ts';
import type { Line } from '../../wire/connections.ts';
import { present } from '../../wire/credential.ts';
import { rememberAccepted } from './remember-accepted.ts';
import type { MakeValid } from './valid-request.ts';

/** Connections of an operation that have been used once, and since when they are idle. */
interface Idle {
  readonly lines: readonly Line[];
  readonly since: number;
}

/** How long connections idle at least, in milliseconds; in a whole run it is most of the run. */
const idleAtLeastMs = 1_500;

/** One for a valid request, one for a wrong credential. */
const linesWanted = 2;

const known = new WeakMap<Conductor['facts'], Map<Operation, Idle>>();

/** Numbers of valid requests that no other case of the check sends. */
const numbers = { first: 40_000, later: 41_000 };

/** The first of these checks of an operation also opens connections that idle until `useIdle`. */
export function beginningIdle(valid: MakeValid, [first, ...others]: readonly Check[]): readonly Check[] {
  if (first === undefined) return others;
  const conduct: Check['conduct'] = async (conductor) => {
    await startIdle(conductor, valid);
    await first.conduct(conductor);
  };
  return [{ ...first, conduct }, ...others];
}

function asSuccess({ operation }: Conductor): string {
  return definitionOf(operation).success.requirement;
}

/**
 * Uses connections once and leaves them idle. An execute body may be usable only once, so there the first request has no
 * credential.
 */
export async function startIdle(conductor: Conductor, valid: MakeValid): Promise<void> {
  const { facts, operation, effort, clock } = conductor;
  // A quick run is too short for a connection to idle in it.
  if (effort === 'quick' || known.get(facts)?.has(operation) === true || hasOnlyPlaceholders(conductor))
    return;
  const lines = Array.from({ length: linesWanted }, () => conductor.openLine());
  const isKeptForLater = definitionOf(operation).validControl === 'last';
  await Promise.all(
    lines.map((connection, at) => {
      const { request, facts: about = {} } = valid(conductor, numbers.first + at);
      const draft: CaseDraft = isKeptForLater
        ? { kind: 'no-credential', as: claimantOfKind('none'), credential: 'none', facts: about }
        : { kind: 'before-idling', as: asSuccess(conductor), facts: about };
      return conductor.inCase(draft, (builder) =>
        builder.send('probe', { ...request, connection }, isKeptForLater ? [] : undefined),
      );
    }),
  );
  known.set(facts, (known.get(facts) ?? new Map()).set(operation, { lines, since: clock.now() }));
}

/**
 * Sends a valid request on one idle connection, and a wrong credential and a valid request on the other (ruling 39). A
 * connection that the target has closed meanwhile is opened again.
 */
export async function useIdle(conductor: Conductor, valid: MakeValid): Promise<void> {
  const { facts, operation, clock } = conductor;
  const idle = known.get(facts)?.get(operation);
  if (idle === undefined) return;
  known.get(facts)?.delete(operation);
  const { lines, since } = idle;
  try {
    const idled = clock.now() - since;
    if (idled < idleAtLeastMs) await clock.wait(idleAtLeastMs - idled);
    const [first, second] = lines;
    if (first === undefined || second === undefined) return;
    await Promise.all([
      sendValid(conductor, valid, { connection: first, number: 0 }),
      sendWrong(conductor, valid, second).then(() =>
        sendValid(conductor, valid, { connection: second, number: 1 }),
      ),
    ]);
  } finally {
    await Promise.all(lines.map((line) => line.close()));
  }
}

async function sendValid(
  conductor: Conductor,
  valid: MakeValid,
  { connection, number }: { readonly connection: Line; readonly number: number },
): Promise<void> {
  const { request, facts = {}, index } = valid(conductor, numbers.later + number * lengthOf(conductor));
  // A made-up execute body shows nothing about success.
  if (facts.body === 'placeholder') return;
  const detail = number === 0 ? {} : { detail: 'behind-a-wrong-credential' };
  const draft = { kind: 'on-an-idle-connection', ...detail, as: asSuccess(conductor), facts };
  await conductor.inCase(draft, async (builder) => {
    const { answer } = await builder.send('probe', { ...request, connection });
    rememberAccepted(conductor, index, answer);
  });
}

function lengthOf({ bodies }: Conductor): number {
  return Math.max(1, bodies.bodies.length);
}

async function sendWrong(conductor: Conductor, valid: MakeValid, connection: Line): Promise<void> {
  const { credentials, operation } = conductor;
  const wrong = credentials.altered().find((each) => each.kind === 'signature-altered');
  const kind = wrong?.kind ?? 'no-credential';
  const credential = wrong?.kind ?? 'none';
  const { request, facts = {}, index } = valid(conductor, numbers.later + 2 * lengthOf(conductor));
  const draft = {
    kind,
    credential,
    as: claimantOfKind(credential),
    context: ['on-an-idle-connection'],
    facts,
  };
  await conductor.inCase(draft, async (builder) => {
    const needsControl = definitionOf(operation).validControl !== 'last' || index === undefined;
    if (needsControl) await builder.send('control', request);
    const headers = wrong === undefined ? [] : present('bearer', { token: 'altered', ...wrong });
    const { answer } = await builder.send('probe', { ...request, connection }, headers);
    rememberAccepted(conductor, index, answer);
  });
}
