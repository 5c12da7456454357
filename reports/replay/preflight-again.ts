import { isDeepStrictEqual } from 'node:util';
import { checkId } from '../../engine/check.ts';
import { memoryJournal } from '../../journal/journal.ts';
import type { RunInputs } from '../../journal/journal-line.ts';
import type { TargetFacts } from '../../journal/target-facts.ts';
import { isStoredAs } from '../../json/is-stored-as.ts';
import { listingOperation, synchronizerOperation } from '../../operations/operations.ts';
import { connectionId } from '../../preflight/capacity.ts';
import { type ConfiguredFacts, preflight } from '../../preflight/preflight.ts';
import { NoVerdict } from '../../settings/run-errors.ts';
import { UsageError } from '../../settings/usage-error.ts';
import { allChecks } from '../../specs/all.ts';
import { type Recording, recordedWire, setBackMs } from './recorded-wire.ts';

/** Conducts the preflight of a run again: what it learned must follow from its exchanges. */
export async function preflightAgain(run: Recording): Promise<void> {
  const { facts, inputs, journal, tokens, differences } = run;
  const { seed, nonce, disguise = false } = journal.header.run;
  const wire = recordedWire(run);
  const met = await preflight({
    configured: configuredOf(facts, inputs),
    wire,
    tokens,
    identity: `${seed}/${nonce}`,
    timeoutMs: inputs.timeoutMs,
    executeBody: inputs.executeBodies[0],
    journal: memoryJournal(),
    proxyVariable: undefined,
    ordinaryStart: disguise ? { pause: async (ms) => wire.rest(0.95 * ms) } : undefined,
  }).catch((error: unknown) => {
    if (error instanceof NoVerdict || error instanceof UsageError) return undefined;
    throw error;
  });
  const learned = met?.facts;
  const again: Readonly<Record<string, unknown>> = { ...learned };
  const recorded: Readonly<Record<string, unknown>> = { ...facts };
  const different =
    learned === undefined
      ? ['operations']
      : Object.keys({ ...again, ...facts }).filter((fact) => !isStoredAs(again[fact], recorded[fact]));
  differences.push(
    ...different.map((fact) => `"${fact}" of the preflight does not follow from its exchanges`),
  );
  const connections = [...journal.exchanges.keys()].filter((id) => id.startsWith(connectionId(''))).length;
  await Promise.all(
    Array.from({ length: connections }, (_, index) =>
      wire.send(connectionId(index + 1), listingOperation, {}, []),
    ),
  );
  // Where shards are merged, the preflight is that of the first, which has the check that opens connections.
  const openers = allChecks.filter((check) => check.operation === synchronizerOperation && check.opensIdle);
  const own = journal.cases.filter(({ id }) => openers.some((check) => id.startsWith(`${checkId(check)}/`)));
  const begun = Math.min(...own.flatMap(({ attempts }) => attempts.map(({ at = Infinity }) => at)));
  const sent = [...journal.exchanges.keys()].filter((id) => id.startsWith('preflight@'));
  if (sent.some((id) => (journal.exchanges.get(id)?.at ?? 0) > begun + setBackMs))
    differences.push('the preflight does not come before the checks');
}

/** Whether there was an expired token, and whether a key showed that it was valid before (ruling 42). */
function expiryFacts({
  token,
  expiredToken,
  key,
  publicKey,
}: RunInputs): Pick<TargetFacts, 'canExpire' | 'expiredUnshown'> {
  if (expiredToken === null) return { canExpire: key !== null && token.kind === 'jwt' };
  const isShown = key !== null || publicKey === true;
  if (!isShown) return { canExpire: false, expiredUnshown: true };
  if (token.kind !== 'jwt' || expiredToken.kind !== 'jwt') return { canExpire: false };
  const isLike = isDeepStrictEqual(
    [expiredToken.header.alg, expiredToken.header.kid],
    [token.header.alg, token.header.kid],
  );
  return { canExpire: isLike && typeof expiredToken.claims.exp === 'number' };
}

/** Whether the run can wait for the end of its own token, which needs a token that says when it ends, and no key. */
function endsSoon(
  { endsSoon: isSaid }: TargetFacts,
  { token, key }: RunInputs,
): Pick<TargetFacts, 'endsSoon'> {
  const isTold = key === null && token.kind === 'jwt' && typeof token.claims.exp === 'number';
  return isSaid === true && isTold ? { endsSoon: true } : {};
}

/** The part of the facts that is configured; the number of bodies and what is known of tokens follow from the inputs. */
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
    software,
    expiredUnshown: _unshown,
    endsSoon: _soon,
    ...configured
  } = facts;
  return {
    ...configured,
    executeBodies: inputs.executeBodies.length,
    ...expiryFacts(inputs),
    ...endsSoon(facts, inputs),
  };
}
