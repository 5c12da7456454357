import { isDeepStrictEqual } from 'node:util';
import { memoryJournal } from '../../journal/journal.ts';
import type { RunInputs } from '../../journal/journal-line.ts';
import type { TargetFacts } from '../../journal/target-facts.ts';
import { isStoredAs } from '../../json/is-stored-as.ts';
import { type ConfiguredFacts, preflight } from '../../preflight/preflight.ts';
import { NoVerdict } from '../../settings/run-errors.ts';
import { UsageError } from '../../settings/usage-error.ts';
import type { TokenSource } from '../../wire/token.ts';
import type { Wire } from '../../wire/wire.ts';
import type { ConductDifference } from './conduct-difference.ts';

/** What a preflight is conducted again with. */
export interface PreflightAgain {
  readonly facts: TargetFacts;
  readonly inputs: RunInputs;
  readonly wire: Wire;
  readonly tokens: TokenSource;
  readonly identity: string;
  readonly disguise: boolean;
}

/** Conducts a preflight again: what it learned must follow from its exchanges. */
export async function preflightAgain(parts: PreflightAgain): Promise<ConductDifference[]> {
  const { facts, inputs, wire, tokens, identity, disguise } = parts;
  const learned = await preflight({
    configured: configuredOf(facts, inputs),
    wire,
    tokens,
    identity,
    timeoutMs: inputs.timeoutMs,
    executeBody: inputs.executeBodies[0],
    journal: memoryJournal(),
    proxyVariable: undefined,
    warn: () => undefined,
    ...(disguise ? { ordinaryStart: { pause: async () => undefined } } : {}),
  }).catch((error: unknown) => {
    if (error instanceof NoVerdict || error instanceof UsageError) return undefined;
    throw error;
  });
  if (learned === undefined) return [{ kind: 'facts', fact: 'operations' }];
  const again: Readonly<Record<string, unknown>> = { ...learned };
  return Object.entries(facts).flatMap(([fact, value]) =>
    isStoredAs(again[fact], value) ? [] : [{ kind: 'facts' as const, fact }],
  );
}

/** Whether there was an expired token, and whether a key showed that it was valid before (ruling 42). */
function expiryFacts({ token, expiredToken, key, publicKey }: RunInputs): Pick<TargetFacts, 'canExpire'> {
  if (expiredToken === null) return { canExpire: key !== null && token.kind === 'jwt' };
  if (token.kind !== 'jwt' || expiredToken.kind !== 'jwt') return { canExpire: false };
  const isLike = isDeepStrictEqual(
    [expiredToken.header.alg, expiredToken.header.kid],
    [token.header.alg, token.header.kid],
  );
  return {
    canExpire: isLike && typeof expiredToken.claims.exp === 'number' && (key !== null || publicKey === true),
  };
}

/** The part of the facts that is configured; the number of bodies and the key follow from the inputs. */
function configuredOf(facts: TargetFacts, inputs: RunInputs): ConfiguredFacts {
  const {
    apiKeyForm,
    bearerWorks,
    operations,
    firstTopology,
    users,
    pageSizeWorks,
    clockAhead,
    mintedRefused,
    ...configured
  } = facts;
  return {
    ...configured,
    executeBodies: inputs.executeBodies.length,
    ...expiryFacts(inputs),
  };
}
