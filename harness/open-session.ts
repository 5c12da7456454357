import type { Profile } from '../profiles/profile.ts';
import { boundsFor } from './bounds.ts';
import type { Credentials } from './conductor.ts';
import { present } from './credential.ts';
import { connectorOf, isProxied } from './dispatcher.ts';
import { createExecuteBodies, readExecuteBodies } from './execute-bodies.ts';
import { gatewayHeaders } from './gateway-headers.ts';
import { createHealth, patienceFor } from './health.ts';
import type { Journal } from './journal.ts';
import { createLimiter } from './limiter.ts';
import { type Configured, preflight } from './preflight.ts';
import { createRedactor, type Redactor } from './redact.ts';
import type { Session } from './session.ts';
import type { Settings, TargetSettings } from './settings.ts';
import { suiteVersion } from './suite.ts';
import type { TargetFacts } from './target.ts';
import { addToken, createTokenSource, type TokenSource } from './token.ts';
import { createWire, type Wire } from './wire.ts';

/** The wire and the token of a target: what preflight and the checks of a process share. */
export interface Access {
  readonly target: TargetSettings;
  readonly wire: Wire;
  readonly tokens: TokenSource;
  readonly redactor: Redactor;
  readonly proxied: boolean;
}

/** @throws UsageError where a file of the settings cannot be read or used. */
export function openAccess(settings: Settings, target: TargetSettings, redactionKey?: Buffer): Access {
  const redactor = createRedactor(redactionKey);
  const tokens = createTokenSource(target, redactor);
  const bounds = boundsFor(target.timeoutMs);
  const noProxy = process.env.NO_PROXY ?? process.env.no_proxy ?? '';
  const wire = createWire({
    baseUrl: target.baseUrl,
    connect: connectorOf(settings, target, bounds, noProxy),
    bounds,
    limiter: createLimiter(settings.concurrency, settings.rate),
    redactor,
    gateway: gatewayHeaders(target.headersFile, redactor),
    userAgent: `ledger-conformance/${suiteVersion}`,
  });
  return { target, wire, tokens, redactor, proxied: isProxied(settings, target, noProxy) };
}

/** What is configured of a target, without its secrets. */
export async function configuredFacts(
  kind: TargetFacts['kind'],
  { target, tokens }: Access,
  profile: Profile,
): Promise<Configured> {
  return {
    kind,
    baseUrl: target.baseUrl,
    synchronizer: target.synchronizer ?? null,
    synchronizerAlias: target.synchronizerAlias ?? null,
    participantUids: target.participantUids,
    userId: target.userId ?? null,
    pageSizeParameter: target.pageSizeParameter ?? profile.defaults.pageSizeParameter,
    pageTokenParameter: target.pageTokenParameter ?? profile.defaults.pageTokenParameter,
    executeBodies: readExecuteBodies(target.executeRequestFile).length,
    canExpire: (await tokens.expired()) !== undefined,
  };
}

/** Meets the target (see preflight); `warn` hears a sentence for each likely mistake in the configuration. */
export async function meetTarget(
  kind: TargetFacts['kind'],
  access: Access,
  settings: Settings,
  profile: Profile,
  journal: Journal,
  warn: (sentence: string) => void = () => undefined,
): Promise<TargetFacts> {
  return preflight({
    journal,
    warn,
    proxied: access.proxied,
    configured: await configuredFacts(kind, access, profile),
    wire: access.wire,
    tokens: access.tokens,
    identity: `${settings.seed}/${settings.nonce}`,
    timeoutMs: access.target.timeoutMs,
    executeBody: readExecuteBodies(access.target.executeRequestFile)[0],
  });
}

/** A session for checks. `stateFolder` holds what must outlive a worker. */
export function openSession(
  settings: Settings,
  access: Access,
  facts: TargetFacts,
  profile: Profile,
  journal: Journal,
  stateFolder?: string,
): Session {
  const { target, tokens, redactor } = access;
  const credentials: Credentials = {
    valid: async (scheme) => present(scheme, await tokens.current(), facts.apiKeyForm ?? 'jwt.token.'),
    token: () => tokens.current(),
    expired: (secondsAgo) => tokens.expired(secondsAgo),
    keepSecret(token, kind) {
      if (token.length >= 16) addToken(redactor, token, kind);
    },
  };
  return {
    settings,
    timeoutMs: target.timeoutMs,
    facts,
    profile,
    wire: access.wire,
    tokens,
    credentials,
    bodies: createExecuteBodies(readExecuteBodies(target.executeRequestFile), stateFolder),
    health: createHealth(patienceFor(target.timeoutMs), stateFolder),
    journal,
  };
}
