import type { Reason } from '../journal/reason.ts';
import type { Facts } from '../journal/record.ts';
import type { TargetFacts } from '../journal/target-facts.ts';
import { requirement as entry } from '../requirements/catalogue.ts';
import type { Operation } from '../requirements/requirement.ts';
import type { ClientStyle } from '../wire/client-style.ts';
import { present, validToken } from '../wire/credential.ts';
import type { CaseDraft, OpenCase } from './case-builder.ts';
import type { CaseOrigin } from './case-parts.ts';
import { caseSeries } from './case-series.ts';
import type { Check, JudgedCheck } from './check.ts';
import { circumstanceOf } from './circumstance-of.ts';
import { type Conductor, caseSeed, roundsFor } from './conductor.ts';
import { drawStyle } from './draw-style.ts';
import { OperationGivenUp } from './health.ts';
import { hasOnlyPlaceholders } from './placeholders.ts';
import { plainRequest } from './plain-request.ts';
import type { Session } from './session.ts';
import { sent } from './steps.ts';

/** What a check is conducted in: a run, or the record of one. */
export interface Conducting
  extends Pick<Session, 'settings' | 'series' | 'facts' | 'credentials' | 'bodies' | 'idleLines'> {
  /** Opens a case; undefined if the check sends no further one. */
  open(draft: CaseDraft, origin: CaseOrigin): OpenCase | undefined;
  /** No further requests are sent. */
  giveUp(reason: Reason): void;
  notExercised(reason: Reason): void;
}

/** What a conductor makes cases for. */
type Made = JudgedCheck & Pick<Check, 'isUndrawn'>;

/** Creates the conductor of a check. */
export function createConductor(conducting: Conducting, check: Made): Conductor {
  const { settings, facts, series, credentials, bodies, idleLines } = conducting;
  const { seed, nonce, effort } = settings;
  const { requirement: id, operation } = check;
  const identity = (...parts: (string | number)[]): string =>
    [seed, nonce, id, operation, ...parts].join('/');
  const isFew = entry(id).level === 'OPEN' || effort === 'quick';
  const of = { identity, run: [seed, nonce].join('/') };
  const taken = new Map<string, unknown>();
  let opened = 0;
  return {
    requirement: entry(id),
    operation,
    facts,
    effort,
    seed,
    nonce,
    names: namesOf(conducting),
    credentials,
    bodies,
    idleLines,
    seedAt: (index) => caseSeed(seed, id, operation, index),
    identity,
    *inCase(draft, send) {
      const prefix = series === undefined ? '' : caseSeries[series];
      const number = `${prefix}${draft.number ?? opened + 1}`;
      const isExact = opened === 0 && !isFew;
      const style = effort === 'soak' ? once(of) : ofCase(of, number, isExact);
      const whole = {
        ...draft,
        facts: { ...placeholderFacts(facts, operation), ...unshownFacts(facts, draft), ...draft.facts },
      };
      const open = conducting.open(whole, originOf(conducting, check, { number, identity, style }));
      if (open === undefined) return;
      opened += 1;
      try {
        yield* send({
          include: open.include,
          record: open.record,
          send: (as, request, credential) => sent({ in: open, as, request, credential }),
        });
      } catch (error) {
        if (!(error instanceof OperationGivenUp)) throw error;
        conducting.giveUp(error.reason);
      } finally {
        yield { do: 'end', case: open };
      }
    },
    *once(name, steps) {
      if (!taken.has(name)) taken.set(name, yield* steps());
      return taken.get(name) as never;
    },
    rounds: (cases) => roundsFor(effort, cases),
    notExercised: (reason) => conducting.notExercised(reason),
  };
}

/** In the checks of a disguised run, some names stay as they are drawn: faults may depend on their length. */
function namesOf({ settings, series }: Conducting): Conductor['names'] {
  if (!settings.disguise) return 'drawn';
  return series === 'paced' ? 'realistic' : 'mostly-realistic';
}

/** What distinguishes the cases of a run, and what they share within a check. */
interface CaseNames {
  readonly number: string;
  readonly identity: Conductor['identity'];
  readonly style: (key: string) => ClientStyle;
}

/** Shorter than the lifetime of a renewed token, so that a new one differs from it even within the same second. */
const newTokenSeconds = 110;

function originOf(
  { facts, credentials, bodies }: Conducting,
  check: Made,
  { number, identity, style }: CaseNames,
): CaseOrigin {
  const { requirement, operation } = check;
  const usual = facts.bearerWorks ? 'bearer' : 'api-key';
  const form = facts.apiKeyForm ?? undefined;
  return {
    id: `${requirement}@${operation}/${number}`,
    requirement,
    operation,
    judge: check.version,
    validCredential: (scheme = usual) => present(scheme, validToken, form),
    newCredential: credentials.canSign
      ? present(usual, { token: 'fresh', lifetimeSeconds: newTokenSeconds }, form)
      : undefined,
    plain: () => plainRequest(operation, facts.synchronizer, identity('plain'), bodies.bodies[0]),
    ...(check.isUndrawn === true ? {} : { style }),
    circumstance: (request, credential = usual) => {
      // Any token shows the scheme.
      const headers = typeof credential === 'object' ? credential : present(credential, validToken);
      return circumstanceOf({ operation, facts, request, headers });
    },
  };
}

/** What the requests of a check, and those of the run, are drawn from. */
interface OfRun {
  readonly identity: Conductor['identity'];
  readonly run: string;
}

/** The cases of a soak differ from each other, and are too many to remember. */
function once({ identity, run }: OfRun): (key: string) => ClientStyle {
  return (key) => drawStyle({ key: identity('style', key), run });
}

/**
 * Requests with the same content are sent in other circumstances in each case, and each time within one. The first request of a check
 * goes over a fresh connection, so that no check uses kept ones alone.
 */
function ofCase({ identity, run }: OfRun, number: string, isExact: boolean): (key: string) => ClientStyle {
  const times = new Map<string, number>();
  return (key) => {
    const before = times.get(key) ?? 0;
    const isFirst = times.size === 0;
    times.set(key, before + 1);
    return drawStyle({ key: identity('style', number, key, before), run }, isExact && isFirst);
  };
}

/** Tells judges that a rejection of the configured expired token proves nothing. */
function unshownFacts({ expiredUnshown }: TargetFacts, { kind }: CaseDraft): Facts {
  return expiredUnshown === true && kind === 'expired' ? { unshown: true } : {};
}

/** Tells judges that every request of an operation contains a placeholder. */
function placeholderFacts(facts: TargetFacts, operation: Operation): Facts {
  return hasOnlyPlaceholders({ operation, facts }) ? { body: 'placeholder' } : {};
}
