import { seedOf } from '../generators/seeding.ts';
import type { Reason } from '../journal/reason.ts';
import type { Facts } from '../journal/record.ts';
import type { TargetFacts } from '../journal/target-facts.ts';
import { wasAccepted } from '../judges/answers/answer-kind.ts';
import { requirement as entry } from '../requirements/catalogue.ts';
import type { Operation } from '../requirements/requirement.ts';
import type { ClientStyle } from '../wire/client-style.ts';
import { present, validToken } from '../wire/credential.ts';
import type { Exchange } from '../wire/exchange.ts';
import { usualClient } from '../wire/plan-request.ts';
import {
  answersWanted,
  type Case,
  type DrivenCase,
  type JudgedCheck,
  type OpenCase,
  type Request,
  type Run,
  type Steps,
  until,
} from './check.ts';
import { circumstanceOf } from './circumstance-of.ts';
import { newTokenSeconds, tokenOf } from './client-tokens.ts';
import { drawStyle, rareTurnOf } from './draw-style.ts';
import { OperationGivenUp } from './health.ts';
import { hasOnlyPlaceholders, plainRequest } from './plain-request.ts';
import type { CaseOrigin } from './sent-request.ts';
import { caseSeries, type Session } from './session.ts';

/** What a check is conducted in: a run, or the record of one. */
export interface Conducting
  extends Pick<Session, 'settings' | 'series' | 'facts' | 'credentials' | 'bodies' | 'idleLines'> {
  /** Opens a case; if the check sends no further one, undefined, or a reason for which it decides nothing. */
  open(each: Case, origin: CaseOrigin): DrivenCase | Reason | undefined;
}

/** What is noted of a check: how many of its cases were judged, and why it cannot be exercised or decides nothing. */
export interface Noted {
  cases: number;
  skipped?: Reason;
  givenUp?: Reason;
}

/** Creates the run of a check. */
export function createRun(conducting: Conducting, check: JudgedCheck, noted: Noted = { cases: 0 }): Run {
  const { settings, facts, credentials, bodies, idleLines } = conducting;
  const { seed, nonce, effort } = settings;
  const { requirement: id, operation } = check;
  const identity = (...parts: (string | number)[]): string =>
    [seed, nonce, id, operation, ...parts].join('/');
  const taken = new Map<string, unknown>();
  const open = openerOf(conducting, check, identity, noted);
  return {
    operation,
    facts,
    effort,
    seed,
    nonce,
    credentials,
    bodies,
    idleLines,
    requirement: entry(id),
    names: namesOf(conducting),
    seedAt: (index) => seedOf(seed, id, operation, index),
    identity,
    open,
    send: (each) => open(each, (opened) => opened.send('probe', each.request ?? {})),
    *once(name, steps) {
      if (!taken.has(name)) taken.set(name, yield* steps());
      return taken.get(name) as never;
    },
    rounds: (cases) =>
      effort === 'quick' || cases === 0 ? 1 : Math.max(1, Math.ceil(answersWanted / cases)),
    notExercised(reason) {
      noted.skipped = reason;
    },
  };
}

/** What opens the cases of a check: each gets its number, its style and its facts, and what comes of it is noted. */
function openerOf(
  conducting: Conducting,
  check: JudgedCheck,
  identity: Run['identity'],
  noted: Noted,
): Run['open'] {
  const { settings, facts, series, bodies } = conducting;
  const { requirement: id, operation } = check;
  const isFew = entry(id).level === 'OPEN' || settings.effort === 'quick';
  const controls = new Map<Request, Control>();
  let opened = 0;
  let isGivenUp = false;
  return function* (each, steps) {
    if (isGivenUp) return undefined;
    const prefix = series === undefined ? '' : caseSeries[series];
    const number = `${prefix}${each.number ?? opened + 1}`;
    const style = styleOf(conducting, identity, number, isFew ? undefined : opened);
    const whole = { ...each, facts: { ...factsOf(facts, operation, each), ...each.facts } };
    const driven = conducting.open(whole, {
      ...originOf(conducting, check, number),
      plain: () =>
        plainRequest(operation, {
          synchronizer: facts.synchronizer,
          identity: identity('plain'),
          executeBody: bodies.bodies[0],
        }),
      style: check.isUndrawn === true ? undefined : style,
    });
    if (driven === undefined) return undefined;
    if ('text' in driven) {
      noted.givenUp = driven;
      return undefined;
    }
    opened += 1;
    try {
      const own = openCase(driven, each, bodies);
      if (each.control !== undefined) yield* shareControl(controls, each.control, own);
      return yield* steps(own);
    } catch (error) {
      if (!(error instanceof OperationGivenUp)) throw error;
      isGivenUp = true;
      noted.givenUp = error.reason;
      return undefined;
    } finally {
      const isJudged: boolean = yield { do: 'end', case: driven };
      if (isJudged) noted.cases += 1;
    }
  };
}

/** A case as its steps see it. */
function openCase(driven: DrivenCase, { bodyIndex }: Case, bodies: Run['bodies']): OpenCase {
  return {
    include: driven.include,
    record: driven.record,
    *send(as, request) {
      const exchange: Exchange = yield { do: 'send', in: driven, as, request };
      if (bodyIndex !== undefined && wasAccepted(exchange.answer)) bodies.markAccepted(bodyIndex);
      return exchange;
    },
  };
}

/** How a control that several cases share ended; undefined as long as it is in progress. */
interface Control {
  ended?: { readonly exchange: Exchange } | { readonly error: unknown };
}

/**
 * The first case with a control sends it, and the others wait for it and refer to it. All are opened at once, so that their
 * numbers depend on their order and not on timing.
 */
function* shareControl(
  controls: Map<Request, Control>,
  control: NonNullable<Case['control']>,
  open: OpenCase,
): Steps {
  if ('id' in control) return open.include('control', control);
  const known = controls.get(control);
  if (known !== undefined) {
    yield* until(() => known.ended !== undefined);
    // What ended it for the first case, such as an operation that was given up, ends it for the others too.
    if (known.ended === undefined || 'error' in known.ended) throw known.ended?.error;
    return open.include('control', known.ended.exchange);
  }
  const own: Control = {};
  controls.set(control, own);
  try {
    own.ended = { exchange: yield* open.send('control', control) };
  } catch (error) {
    own.ended = { error };
    throw error;
  }
}

/** In the checks of a disguised run, some names stay as they are drawn: faults may depend on their length. */
function namesOf({ settings, series }: Conducting): Run['names'] {
  if (!settings.disguise) return 'drawn';
  return series === 'paced' ? 'realistic' : 'mostly-realistic';
}

function originOf(
  { settings, facts, credentials }: Conducting,
  { requirement, operation, version }: JudgedCheck,
  number: string,
): Omit<CaseOrigin, 'plain' | 'style'> {
  const usual = facts.bearerWorks ? 'bearer' : 'api-key';
  const form = facts.apiKeyForm ?? undefined;
  // In a soak, each token that is made anew would be one more to search every response for.
  const isShared =
    !settings.disguise || (!credentials.canSign && facts.tokens === undefined) || settings.effort === 'soak';
  return {
    id: `${requirement}@${operation}/${number}`,
    requirement,
    operation,
    judge: version,
    validCredential: (scheme = usual, client = undefined) =>
      present(scheme, isShared ? validToken : tokenOf(client, scheme, facts.tokens), form),
    newCredential: credentials.canSign
      ? present(usual, { token: 'fresh', lifetimeSeconds: newTokenSeconds }, form)
      : undefined,
    circumstance: (request, credential = usual) => {
      // Any token shows the scheme.
      const headers = typeof credential === 'object' ? credential : present(credential, validToken);
      return circumstanceOf({ operation, facts }, request, headers);
    },
  };
}

/**
 * Requests with the same content are sent in other circumstances in each case, and each time within one. The cases of a soak differ from
 * each other, and are too many to remember.
 * @param place which case of a check that sends many it is: the first request of the first goes over a fresh connection, so that no
 *   check uses kept ones alone, and over all of them, each way to write a body comes
 */
function styleOf(
  { settings: { seed, nonce, effort, disguise }, facts }: Conducting,
  identity: Run['identity'],
  number: string,
  place: number | undefined,
): NonNullable<CaseOrigin['style']> {
  const run = [seed, nonce].join('/');
  const usual = disguise ? usualClient(run) : undefined;
  const times = new Map<string, number>();
  // Ordinary clients rarely write in rare ways.
  const turn = place === undefined || disguise ? undefined : rareTurnOf(place, identity('turn'));
  const drawn = (key: string): ClientStyle => {
    if (effort === 'soak') return drawStyle({ key: identity('style', key), run }, { usual });
    const before = times.get(key) ?? 0;
    const isFirst = times.size === 0;
    times.set(key, before + 1);
    const one = { key: identity('style', number, key, before), run };
    return drawStyle(one, { isExact: place === 0 && isFirst, usual, turn: isFirst ? turn : undefined });
  };
  return (key, credential = facts.bearerWorks ? 'bearer' : 'api-key') => {
    const style = drawn(key);
    // A page cannot set headers whose names begin with Sec-.
    const isRefused = style.client.isBrowser === true && isApiKey(credential);
    return isRefused && usual !== undefined ? { ...style, client: usual } : style;
  };
}

function isApiKey(credential: NonNullable<Request['credential']>): boolean {
  if (typeof credential === 'string') return credential === 'api-key';
  return credential.some(([name]) => name.toLowerCase() === 'sec-websocket-protocol');
}

/** Tells judges that every request of the operation contains a placeholder, or that a rejection of the expired token proves nothing. */
function factsOf(facts: TargetFacts, operation: Operation, { kind }: Case): Facts {
  return {
    ...(hasOnlyPlaceholders({ operation, facts }) ? { body: 'placeholder' } : {}),
    ...(facts.expiredUnshown === true && kind === 'expired' ? { unshown: true } : {}),
  };
}
