import { test as base, expect } from '@playwright/test';
import type { TargetFacts } from '../journal/target-facts.ts';
import { workerConfiguration } from '../settings/worker-configuration.ts';
import type { Send } from './send-fixture.ts';
import type { Session } from './session.ts';

interface WorkerFixtures {
  session: Session;
}

interface TestFixtures {
  /** Sends requests as the suite does: exact bytes, the target's credential, every limit. Each appears as a step. */
  send: Send;
  /** The configuration of the target, without secrets, and the preflight results. */
  target: TargetFacts;
}

/** Playwright's test with the session of its worker. What a session needs is loaded by workers alone. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  session: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are wanted from this pattern.
    async ({}, use, { workerIndex, parallelIndex }) => {
      const { openWorkerSession } = await import('./worker-session.ts');
      const { session, close } = openWorkerSession(workerConfiguration(), workerIndex > parallelIndex);
      await use(session);
      await close();
    },
    { scope: 'worker' },
  ],
  send: async ({ session }, use, testInfo) => {
    const { createSend } = await import('./send-fixture.ts');
    await use(createSend(session, testInfo));
  },
  target: async ({ session }, use) => {
    await use(session.facts);
  },
});

export { expect };
