import { type Reason, reasonOf } from '../journal/reason.ts';
import type { Facts } from '../journal/record.ts';
import type { TargetFacts } from '../journal/target-facts.ts';
import { requirement as entry } from '../requirements/catalogue.ts';
import type { Operation } from '../requirements/requirement.ts';
import { boundsFor } from '../wire/bounds.ts';
import { present, validToken } from '../wire/credential.ts';
import type { Dress } from '../wire/dress.ts';
import { buildCase, type CaseDraft } from './case-builder.ts';
import type { CaseParts } from './case-parts.ts';
import { caseSeries } from './case-series.ts';
import type { Check } from './check.ts';
import { circumstanceOf } from './circumstance-of.ts';
import { type Conductor, caseSeed, roundsFor } from './conductor.ts';
import { drawDress } from './draw-dress.ts';
import { OperationGivenUp } from './health.ts';
import { type CaseCounts, judgeCase, wasNeverAnswered } from './judge-case.ts';
import { hasOnlyPlaceholders } from './placeholders.ts';
import { plainRequest } from './plain-request.ts';
import type { JudgedCase, Session } from './session.ts';

/** A check stops sending after this many unanswered cases. */
const unansweredAtMost = 3;

/** Callbacks for the progress of a check. */
export interface Heard {
  readonly onCase: (judged: JudgedCase) => void;
  readonly notExercised: (reason: Reason) => void;
  readonly giveUp: (reason: Reason) => void;
}

/** Creates the conductor of a check. */
export function createConductor(session: Session, check: Check, heard: Heard): Conductor {
  const { settings, facts } = session;
  const { requirement: id, operation } = check;
  const counts: CaseCounts = { opened: 0, confirmed: 0, unanswered: 0 };
  const identity = (...parts: (string | number)[]): string =>
    [settings.seed, settings.nonce, id, operation, ...parts].join('/');
  const isFew = entry(id).level === 'OPEN' || settings.effort === 'quick';
  const run = [settings.seed, settings.nonce].join('/');
  const of = { identity, run };
  const dress = settings.effort === 'soak' ? once(of) : inTurn(of, isFew ? 0 : exactFirst);
  let isGivenUp = false;
  return {
    requirement: entry(id),
    operation,
    facts,
    effort: settings.effort,
    seed: settings.seed,
    nonce: settings.nonce,
    names: namesOf(session),
    credentials: session.credentials,
    bodies: session.bodies,
    clock: session.clock,
    seedAt: (index) => caseSeed(settings.seed, id, operation, index),
    identity,
    async inCase(draft, send) {
      // Each unanswered request takes the full timeout, so a few of them are enough.
      if (counts.unanswered >= unansweredAtMost || isGivenUp) return;
      if (draft.hazard !== undefined && session.hazards.hasHung(draft.hazard)) {
        // A case of another requirement only adds to what that requirement's own check decides.
        if (draft.as === undefined) heard.giveUp(reasonOf('hung-before'));
        return;
      }
      counts.opened += 1;
      const series = session.series === undefined ? '' : caseSeries[session.series];
      const number = `${series}${draft.number ?? counts.opened}`;
      const parts = partsOf(session, check, { number, identity, dress });
      const builder = buildCase(parts, {
        ...draft,
        facts: { ...placeholderFacts(facts, operation), ...unshownFacts(facts, draft), ...draft.facts },
      });
      try {
        await send(builder);
      } catch (error) {
        if (!(error instanceof OperationGivenUp)) throw error;
        isGivenUp = true;
        heard.giveUp(error.reason);
      } finally {
        await builder.idle();
        const judged = await judgeCase(session, check, builder, counts);
        if (draft.hazard !== undefined && judged !== undefined && wasNeverAnswered(judged.record))
          session.hazards.hung(draft.hazard, operation);
        if (judged !== undefined) heard.onCase(judged);
      }
    },
    async onLine(use) {
      const line = session.wire.openLine();
      try {
        await use(line);
      } finally {
        await line.close();
      }
    },
    openLine: () => session.wire.openLine(),
    rounds: (cases) => roundsFor(settings.effort, cases),
    notExercised: heard.notExercised,
  };
}

/** In the checks of a disguised run, some names stay as they are drawn: faults may depend on their length. */
function namesOf({ settings, series }: Session): Conductor['names'] {
  if (!settings.disguise) return 'drawn';
  return series === 'unhurried' ? 'realistic' : 'mostly-realistic';
}

/** What distinguishes the cases of a run, and what they share within a check. */
interface CaseNames {
  readonly number: string;
  readonly identity: Conductor['identity'];
  readonly dress: (key: string) => Dress;
}

/** Shorter than the lifetime of a renewed token, so that a new one differs from it even within the same second. */
const newTokenSeconds = 110;

function partsOf(session: Session, check: Check, { number, identity, dress }: CaseNames): CaseParts {
  const { facts, credentials, bodies } = session;
  const { requirement, operation } = check;
  const usual = facts.bearerWorks ? 'bearer' : 'api-key';
  const form = facts.apiKeyForm ?? undefined;
  return {
    id: `${requirement}@${operation}/${number}`,
    requirement,
    operation,
    judge: check.version,
    wire: session.wire,
    bounds: boundsFor(session.timeoutMs),
    validCredential: (scheme = usual) => present(scheme, validToken, form),
    tokenText: session.tokenText,
    newCredential: credentials.canSign
      ? present(usual, { token: 'fresh', lifetimeSeconds: newTokenSeconds }, form)
      : undefined,
    plain: () => plainRequest(operation, facts.synchronizer, identity('plain'), bodies.bodies[0]),
    ...(check.isUndrawn === true ? {} : { dress }),
    circumstance: (request, credential = usual) => {
      // Any token shows the scheme.
      const headers = typeof credential === 'object' ? credential : present(credential, validToken);
      return circumstanceOf({ operation, facts, request, headers });
    },
    health: session.health,
    clock: session.clock,
    moment: session.moment,
  };
}

/** What the requests of a check, and those of the run, are drawn from. */
interface OfRun {
  readonly identity: Conductor['identity'];
  readonly run: string;
}

/** The cases of a soak differ from each other, and are too many to remember. */
function once({ identity, run }: OfRun): (key: string) => Dress {
  return (key) => drawDress({ key: identity('dress', key), run });
}

/** How many of the first requests of a check go over fresh connections, so that no check uses kept ones alone. */
const exactFirst = 1;

/** Requests with the same content are sent in other circumstances each time. */
function inTurn({ identity, run }: OfRun, exactly: number): (key: string) => Dress {
  const times = new Map<string, number>();
  let drawn = 0;
  return (key) => {
    const before = times.get(key) ?? 0;
    times.set(key, before + 1);
    drawn += 1;
    const own = before === 0 ? identity('dress', key) : identity('dress', key, before);
    return drawDress({ key: own, run }, drawn <= exactly);
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
