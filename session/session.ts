import type { Journal } from '../journal/journal.ts';
import { type CheckLine, caseLine } from '../journal/journal-line.ts';
import type { Judgement } from '../journal/judgement.ts';
import { type Reason, reasonOf } from '../journal/reason.ts';
import type { Attempt, CaseRecord, Facts } from '../journal/record.ts';
import { preflightReason, type TargetFacts } from '../journal/target-facts.ts';
import { definitionOf } from '../operations/operations.ts';
import type { Profile } from '../profiles/profile.ts';
import { requirement as entry, needsOf } from '../requirements/catalogue.ts';
import type { Operation } from '../requirements/requirement.ts';
import type { ExecuteBodies } from '../settings/execute-bodies.ts';
import type { Settings } from '../settings/settings.ts';
import { boundsFor } from '../wire/bounds.ts';
import type { TokenSource } from '../wire/token.ts';
import type { Wire } from '../wire/wire.ts';
import { buildCase, type CaseBuilder } from './case-builder.ts';
import type { Check } from './check.ts';
import { type Conductor, type Credentials, caseSeed, roundsFor } from './conductor.ts';
import { type Health, OperationGivenUp } from './health.ts';
import { missingNeed } from './needs.ts';
import { plainRequest } from './plain-request.ts';

/** Everything that checks of one process share. */
export interface Session {
  readonly settings: Pick<Settings, 'seed' | 'nonce' | 'effort'>;
  readonly timeoutMs: number;
  readonly facts: TargetFacts;
  readonly profile: Profile;
  readonly wire: Wire;
  readonly tokens: TokenSource;
  readonly credentials: Credentials;
  readonly bodies: ExecuteBodies;
  readonly health: Health;
  readonly journal: Journal;
}

/** A case and what the judge said of it. */
export interface JudgedCase {
  readonly record: CaseRecord;
  readonly judgement: Judgement;
}

export interface CheckResult {
  readonly state: CheckLine['state'];
  readonly reason: string | null;
  /** The first case, and the cases with findings, a thousand of them at most. */
  readonly shown: readonly JudgedCase[];
  readonly cases: number;
}

/** So many cases with findings are shown of a check; the journal has them all. */
const shownAtMost = 1_000;

/**
 * Conducts a check and judges each of its cases as it ends. Everything goes into the journal, which is flushed before
 * this returns. What a target does never throws; what throws is a defect of the suite.
 */
export async function runCheck(session: Session, check: Check): Promise<CheckResult> {
  const { journal } = session;
  const shown: JudgedCase[] = [];
  let cases = 0;
  let skipped: Reason | undefined;
  const onCase = (judged: JudgedCase): void => {
    cases += 1;
    if (cases === 1 || (judged.judgement.findings.length > 0 && shown.length < shownAtMost))
      shown.push(judged);
  };
  const end = (state: CheckLine['state'], reason?: Reason): CheckResult => {
    const { requirement, operation } = check;
    const why = reason === undefined ? { reason: null } : { reason: reason.text, kind: reason.kind };
    journal.line({ type: 'check', requirement, operation, state, ...why });
    journal.flush();
    return { state, reason: why.reason, shown, cases };
  };

  const requirement = entry(check.requirement);
  const missing = needsOf(requirement, check.operation)
    .map((need) => missingNeed(need, session.facts))
    .find((reason) => reason !== undefined);
  const placeholderServes =
    definitionOf(check.operation).placeholder(session.facts) === 'rejected' &&
    requirement.answers?.includes('success') !== true;
  if (missing !== undefined && !placeholderServes) return end('not-exercised', missing);
  const unready = preflightReason(session.facts.operations[check.operation]);
  if (unready !== undefined) return end('inconclusive', unready);

  let givenUp: Reason | undefined;
  const conductor = createConductor(session, check, {
    onCase,
    notExercised(reason) {
      skipped = reason;
    },
    giveUp(reason) {
      givenUp = reason;
    },
  });
  try {
    await check.conduct(conductor);
  } catch (error) {
    end('error', reasonOf('unclassified', error instanceof Error ? error.message : String(error)));
    throw error;
  }
  if (givenUp !== undefined) return end('inconclusive', givenUp);
  const unexercised = missing ?? skipped;
  return unexercised === undefined ? end('done') : end('not-exercised', unexercised);
}

/** How many cases with findings are confirmed by repetition in a check, and by how many repetitions each. */
const confirmations = { cases: 3, times: 6 };

/** A check stops sending after so many cases whose request never gets an answer. */
const unansweredAtMost = 3;

function isOfUnansweredProbe({ role, exchange }: Attempt): boolean {
  return role === 'control' || exchange.failure !== undefined;
}

/** A body may be usable once, and a walk has its own repetitions; others are one request that can go out again. */
function isRepeatable({ operation, attempts }: CaseRecord, { findings }: Judgement): boolean {
  const [probe, ...more] = attempts.filter(({ role }) => role === 'probe');
  return (
    definitionOf(operation).validControl !== 'last' &&
    probe !== undefined &&
    more.length === 0 &&
    findings.some(({ exchanges }) => exchanges.includes(probe.exchange.id))
  );
}

/** Who hears what becomes of a check while it is conducted. */
interface Heard {
  readonly onCase: (judged: JudgedCase) => void;
  readonly notExercised: (reason: Reason) => void;
  readonly giveUp: (reason: Reason) => void;
}

function createConductor(session: Session, check: Check, { onCase, notExercised, giveUp }: Heard): Conductor {
  const { settings, facts, profile, journal, credentials } = session;
  const { requirement: id, operation } = check;
  const requirement = entry(id);
  let opened = 0;
  let confirmed = 0;
  const identity = (...parts: (string | number)[]): string =>
    [settings.seed, settings.nonce, id, operation, ...parts].join('/');

  let unanswered = 0;
  let isGivenUp = false;

  const close = async (builder: CaseBuilder): Promise<void> => {
    const judgeNow = (record: CaseRecord): Judgement =>
      check.judge(record, { requirement: entry(record.requirement), profile });
    let record = builder.record();
    if (record.attempts.length === 0) return;
    let judgement = judgeNow(record);
    // Looked into: the probe was sent again between two good requests, and failed every time.
    if (record.attempts.some(({ role }) => role === 'repeat') && record.attempts.every(isOfUnansweredProbe))
      unanswered += 1;
    // The probe once more, several times over: how often it fails is part of what was found.
    if (judgement.findings.length > 0 && confirmed < confirmations.cases && isRepeatable(record, judgement)) {
      confirmed += 1;
      await builder.repeatProbe(confirmations.times);
      record = builder.record();
      judgement = judgeNow(record);
    }
    for (const { exchange } of record.attempts) {
      if (exchange.id.startsWith(`${record.id}#`)) journal.exchange(exchange);
    }
    journal.line(caseLine(record));
    journal.line({ type: 'judgement', case: record.id, ...judgement });
    onCase({ record, judgement });
  };
  return {
    requirement,
    operation,
    facts,
    effort: settings.effort,
    seed: settings.seed,
    nonce: settings.nonce,
    credentials,
    bodies: session.bodies,
    seedAt: (index) => caseSeed(settings.seed, id, operation, index),
    identity,
    async inCase(draft, send) {
      // Each request without an answer takes as long as one may; a few of them say enough.
      if (unanswered >= unansweredAtMost || isGivenUp) return;
      opened += 1;
      const builder = buildCase(
        {
          id: `${id}@${operation}/${draft.number ?? opened}`,
          requirement: id,
          operation,
          judge: check.version,
          wire: session.wire,
          bounds: boundsFor(session.timeoutMs),
          validCredential: (scheme) =>
            credentials.valid(scheme ?? (facts.bearerWorks ? 'bearer' : 'api-key')),
          isTokenStale: () => session.tokens.isStale(),
          plain: () =>
            plainRequest(operation, facts.synchronizer, identity('plain'), session.bodies.bodies[0]),
          health: session.health,
        },
        { ...draft, facts: { ...placeholderFacts(session.facts, operation), ...draft.facts } },
      );
      try {
        await send(builder);
      } catch (error) {
        if (!(error instanceof OperationGivenUp)) throw error;
        isGivenUp = true;
        giveUp(error.reason);
      } finally {
        await builder.idle();
        await close(builder);
      }
    },
    rounds: (cases) => roundsFor(settings.effort, cases),
    notExercised,
  };
}

/** Where every request of an operation holds a placeholder, judges must know. */
function placeholderFacts(facts: TargetFacts, operation: Operation): Facts {
  return definitionOf(operation).placeholder(facts) === 'every' ? { body: 'placeholder' } : {};
}
