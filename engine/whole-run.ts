import { test } from '@playwright/test';
import { operationDefinitions } from '../operations/operations.ts';
import { levelOf } from '../profiles/profile.ts';
import { requirement } from '../requirements/catalogue.ts';
import { UnwritableResults } from '../settings/run-errors.ts';
import { workerConfiguration } from '../settings/worker-configuration.ts';
import { type Check, checkId } from './check.ts';
import { conductAll, inOrder, splitAtAlone } from './conduct-all.ts';
import { isDone } from './earlier-part.ts';
import { meantBy } from './named-checks.ts';
import { type CheckResult, runCheck } from './run-check.ts';
import { brokenAttachment, errorAttachment, unwritableAttachment } from './run-progress.ts';
import type { JudgedCase, Session } from './session.ts';
import { type Part, soakOfRun } from './soak-tests.ts';

/** What the run of this process conducts, in the order of each operation: checks that are wanted, in the shard, and not done yet. */
export function partsOfRun(all: readonly Check[]): readonly Part[] {
  const isMeant = meantBy(workerConfiguration() ?? {});
  const wanted = all.filter((check) => isMeant(check) && !isDone(check));
  return operationDefinitions.flatMap(({ operation }) =>
    partsOf(
      wanted.filter((check) => check.operation === operation),
      soakOfRun.filter((part) => part.operation === operation),
    ),
  );
}

/** The parts of one operation. A soak sends invalid requests, so it comes before what uses up execute bodies (ruling 14). */
function partsOf(checks: readonly Check[], soak: readonly Part[]): readonly Part[] {
  const { disguise, seed, nonce } = workerConfiguration()?.settings ?? {};
  const drawnFrom = disguise === true ? [seed ?? '', nonce ?? ''] : undefined;
  const parts = inOrder(checks, drawnFrom).map((check): Part => {
    const { operation, isAlone } = check;
    return { title: checkId(check), operation, isAlone, of: (session) => [session, check] };
  });
  const [front, rest] = splitAtAlone(parts);
  return [...front, ...soak, ...rest];
}

/** Conducts a run, in its one test. The report decides about findings; only results that cannot be written fail it. */
export async function conductRun(session: Session, parts: readonly Part[]): Promise<void> {
  const begun = Date.now();
  const { spreadUntil = begun } = workerConfiguration() ?? {};
  await conductAll(parts, session.bodies, async (part) => {
    const own = parts.filter(({ operation }) => operation === part.operation);
    // When it begins at the earliest, if the requests of the run are spread over a time.
    const turn = begun + (own.indexOf(part) / own.length) * (spreadUntil - begun);
    if (turn > Date.now()) await session.clock.wait(turn - Date.now());
    return conductAsStep(session, part);
  });
}

/** Conducts a part as a step, whose attachments are for the progress. */
function conductAsStep(session: Session, { title, of }: Part): Promise<CheckResult['state']> {
  // Playwright looks for the place of a step unless it is told, which takes longer than many checks.
  const location = { file: title, line: 1, column: 1 };
  return test.step(
    title,
    async (step) => {
      try {
        const { state, shown } = await runCheck(...of(session));
        const broken = brokenBy(session, shown);
        if (broken.length > 0) await step.attach(brokenAttachment, { body: JSON.stringify(broken) });
        return state;
      } catch (error) {
        const isUnwritable = error instanceof UnwritableResults;
        const body = error instanceof Error ? error.message : String(error);
        await step.attach(isUnwritable ? unwritableAttachment : errorAttachment, { body });
        if (isUnwritable) throw error;
        return 'error';
      }
    },
    { location },
  );
}

/** The MUST requirements that findings break, each on each operation, as the report names them. */
function brokenBy({ profile }: Session, shown: readonly JudgedCase[]): string[] {
  const broken = shown
    .flatMap(({ judgement }) => judgement.findings)
    .filter(({ requirement: id, operation }) => levelOf(profile, requirement(id), operation) === 'MUST');
  return [...new Set(broken.map(({ requirement: id, operation }) => `${id} · ${operation}`))];
}
