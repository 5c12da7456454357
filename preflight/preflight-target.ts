import { wallClock } from '../engine/clock.ts';
import type { Access } from '../engine/open-session.ts';
import type { Journal } from '../journal/journal.ts';
import { fewUids, type TargetFacts } from '../journal/target-facts.ts';
import type { Profile } from '../profiles/profile.ts';
import { readExecuteBodies } from '../settings/execute-bodies.ts';
import type { Settings } from '../settings/settings.ts';
import { listedTokens, tokenKeys } from '../wire/configured-token.ts';
import { expiryOf } from '../wire/token.ts';
import type { OrdinaryStart } from './operation-states.ts';
import { type ConfiguredFacts, preflight } from './preflight.ts';

/** The configuration of a target, without its secrets. */
async function configuredFacts({ kind, access, profile }: TargetToCheck): Promise<ConfiguredFacts> {
  const { target } = access;
  return {
    kind,
    baseUrl: target.baseUrl,
    synchronizer: target.synchronizer ?? null,
    synchronizerAlias: target.synchronizerAlias ?? null,
    participantUids: target.participantUids.slice(0, fewUids),
    userId: target.userId ?? null,
    knownUsers: knownUsersOf(target),
    pageSizeParameter: target.pageSizeParameter ?? profile.defaults.pageSizeParameter,
    pageTokenParameter: target.pageTokenParameter ?? profile.defaults.pageTokenParameter,
    executeBodies: readExecuteBodies(target.executeRequest).length,
    tokens: target.tokensFile === undefined ? undefined : listedTokens(target.tokensFile).length,
    ...(await expiryFacts(access)),
  };
}

/** How long the run's own token may live so that it can be used again after its end, in seconds. */
const soonSeconds = 600;

/** Whether an expired token is there, and whether anything shows that it was valid once (ruling 42). */
async function expiryFacts({
  target,
  tokens,
  redactor,
}: Access): Promise<Pick<TargetFacts, 'canExpire' | 'expiredUnshown' | 'endsSoon'>> {
  const isThere = (await tokens.expired()) !== undefined;
  const isShown = tokens.canSign || tokenKeys(target, redactor).length > 0;
  const end = expiryOf(await tokens.current());
  const isSoon = target.token === undefined && end !== undefined && end - Date.now() / 1_000 < soonSeconds;
  return {
    canExpire: isThere && isShown,
    expiredUnshown: (isThere && !isShown) || undefined,
    endsSoon: (isSoon && !tokens.canSign) || undefined,
  };
}

/** The token's user, and those named as existing; each once. */
function knownUsersOf({ userId, knownUsers }: Access['target']): string[] {
  const named = knownUsers?.split(',').map((id) => id.trim()) ?? [];
  return [...new Set([...(userId === undefined ? [] : [userId]), ...named])];
}

/** What the preflight of a target needs. */
interface TargetToCheck {
  readonly kind: TargetFacts['kind'];
  readonly access: Access;
  readonly settings: Settings;
  readonly profile: Profile;
  readonly journal: Journal;
  /** What a disguised run begins with. */
  readonly traffic?: OrdinaryStart['traffic'];
}

/** Runs the preflight of a target. */
export async function preflightTarget(to: TargetToCheck): ReturnType<typeof preflight> {
  const { access, settings, journal, traffic } = to;
  const { target, wire, tokens, proxyVariable } = access;
  return preflight({
    journal,
    wire,
    tokens,
    proxyVariable,
    configured: await configuredFacts(to),
    identity: `${settings.seed}/${settings.nonce}`,
    timeoutMs: target.timeoutMs,
    executeBody: readExecuteBodies(target.executeRequest)[0],
    ordinaryStart: settings.disguise ? { pause: wallClock.wait, traffic } : undefined,
  });
}
