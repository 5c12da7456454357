import type { Journal } from '../journal/journal.ts';
import type { TargetFacts } from '../journal/target-facts.ts';
import type { Profile } from '../profiles/profile.ts';
import { wallClock } from '../session/clock.ts';
import type { Access } from '../session/open-session.ts';
import { readExecuteBodies } from '../settings/execute-bodies.ts';
import type { Settings } from '../settings/settings.ts';
import { type ConfiguredFacts, preflight } from './preflight.ts';

/** The configuration of a target, without its secrets. */
async function configuredFacts(
  kind: TargetFacts['kind'],
  { target, tokens }: Access,
  profile: Profile,
): Promise<ConfiguredFacts> {
  return {
    kind,
    baseUrl: target.baseUrl,
    synchronizer: target.synchronizer ?? null,
    synchronizerAlias: target.synchronizerAlias ?? null,
    participantUids: target.participantUids,
    userId: target.userId ?? null,
    knownUsers: knownUsersOf(target),
    pageSizeParameter: target.pageSizeParameter ?? profile.defaults.pageSizeParameter,
    pageTokenParameter: target.pageTokenParameter ?? profile.defaults.pageTokenParameter,
    executeBodies: readExecuteBodies(target.executeRequestFile).length,
    canExpire: (await tokens.expired()) !== undefined,
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
}

/** Runs the preflight of a target; `warn` receives a sentence for each likely mistake in the configuration. */
export async function preflightTarget(
  { kind, access, settings, profile, journal }: TargetToCheck,
  warn: (sentence: string) => void = () => undefined,
): Promise<TargetFacts> {
  return preflight({
    journal,
    warn,
    proxyVariable: access.proxyVariable,
    configured: await configuredFacts(kind, access, profile),
    wire: access.wire,
    tokens: access.tokens,
    identity: `${settings.seed}/${settings.nonce}`,
    timeoutMs: access.target.timeoutMs,
    executeBody: readExecuteBodies(access.target.executeRequestFile)[0],
    ...(settings.disguise ? { ordinaryStart: { pause: wallClock.wait } } : {}),
  });
}
