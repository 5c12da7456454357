import { reasonOf } from '../journal/reason.ts';
import { createExecuteBodies, readExecuteBodies } from '../settings/execute-bodies.ts';
import { proxyFor } from '../settings/proxies.ts';
import type { Settings, TargetSettings } from '../settings/settings.ts';
import { suiteVersion } from '../settings/suite.ts';
import { boundsFor } from '../wire/bounds.ts';
import { gatewayHeaders } from '../wire/configured-token.ts';
import { createLimiter } from '../wire/limiter.ts';
import { socketOpenerOf } from '../wire/open-socket.ts';
import { createRedactor, type Redactor } from '../wire/redact.ts';
import { createTokenSource, type TokenSource } from '../wire/token.ts';
import { createTokenTexts, type TextOf } from '../wire/token-texts.ts';
import { createWire, type Wire, type WireParts } from '../wire/wire.ts';
import { momentsOf, wallClock } from './clock.ts';
import { credentialsOf } from './credentials.ts';
import { createHealth, OperationGivenUp, patienceFor } from './health.ts';
import type { Session } from './session.ts';

/** Connections and token of a target, shared by preflight and the checks of a process. */
export interface Access {
  readonly target: TargetSettings;
  readonly wire: Wire;
  readonly tokens: TokenSource;
  readonly redactor: Redactor;
  /** The variable with the proxy that requests go through, if they do. */
  readonly proxyVariable: string | undefined;
}

/**
 * @param isCrowded whether the target takes no more connections than the concurrency of the settings
 * @throws UsageError if a file named in the settings cannot be read or used.
 */
export function openAccess(
  settings: Settings,
  target: TargetSettings,
  redactionKey?: Buffer,
  isCrowded = false,
): Access {
  const redactor = createRedactor(redactionKey);
  const tokens = createTokenSource(target, redactor);
  const bounds = boundsFor(target.timeoutMs, target.bodyMebibytes);
  const wire = createWire({
    baseUrl: target.baseUrl,
    openSocket: socketOpenerOf(settings, target, bounds),
    bounds,
    limiter: createLimiter(settings.concurrency, settings.rate),
    redactor,
    gateway: gatewayHeaders(target, redactor),
    ...senderOf(settings),
    isCrowded,
    tokenEnds: tokens.endOf,
  });
  return {
    target,
    wire,
    tokens,
    redactor,
    proxyVariable: proxyFor(target.baseUrl, settings.proxies)?.variable,
  };
}

/** As whom the requests of a run are sent. */
export function senderOf(
  settings: Pick<Settings, 'seed' | 'nonce' | 'disguise' | 'userAgent'>,
): Pick<WireParts, 'userAgent' | 'fixedUserAgent' | 'disguise'> {
  const { seed, nonce, disguise, userAgent } = settings;
  return {
    userAgent: `ledger-conformance/${suiteVersion}`,
    fixedUserAgent: userAgent,
    disguise: disguise ? [seed, nonce].join('/') : undefined,
  };
}

/** Opens a session for checks. */
export function openSession(
  access: Access,
  of: Pick<Session, 'facts' | 'profile' | 'journal'> & { readonly settings: Settings },
): Session {
  const { target, wire, tokens, redactor } = access;
  const { settings, facts } = of;
  tokens.heed(facts);
  return {
    ...of,
    timeoutMs: target.timeoutMs,
    wire,
    tokens,
    credentials: credentialsOf(tokens, facts),
    tokenText: tokenTextsOf(tokens, redactor, settings),
    bodies: createExecuteBodies(readExecuteBodies(target.executeRequest)),
    idleLines: new Map(),
    health: createHealth(patienceFor(target.timeoutMs, target.bodyMebibytes)),
    hang: { wasSeen: false },
    clock: wallClock,
    moment: momentsOf(wallClock),
  };
}

/** Texts of tokens for requests; none of them once the last token, or the listed one, has ended (ruling 42). */
export function tokenTextsOf(
  tokens: TokenSource,
  redactor: Redactor,
  { seed, nonce }: Pick<Settings, 'seed' | 'nonce'>,
): TextOf {
  const textOf = createTokenTexts(tokens, redactor, `${seed}/${nonce}`);
  return async (part) => {
    await tokens.current();
    // Right behind the renewal: a moment later the next one may be under way.
    let hasEnded = tokens.hasEnded();
    if ('place' in part) {
      await tokens.listed(part.place);
      hasEnded ||= tokens.hasEnded(part.place);
    }
    if (hasEnded) throw new OperationGivenUp(reasonOf('token-expired', tokens.setting));
    return textOf(part);
  };
}
