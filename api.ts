import type { TestType } from '@playwright/test';
import type { TargetFacts } from './journal/target-facts.ts';
import { test as suiteTest } from './session/fixtures.ts';
import type { Send } from './session/send-fixture.ts';

/** Fixtures of your own specs, in addition to Playwright's (docs/api.md). */
export interface Fixtures {
  /** Sends requests as the suite does: exact bytes, the target's credential, every limit. */
  readonly send: Send;
  /** The configuration of the target, without secrets, and the preflight results. */
  readonly target: TargetFacts;
}

/** Playwright's test with the fixtures `send` and `target`. */
export const test: TestType<Fixtures, object> = suiteTest;

export { expect } from '@playwright/test';
export type { TargetFacts } from './journal/target-facts.ts';
export type { Send, SendOptions, SendResponse } from './session/send-fixture.ts';
export type { Answer, Exchange, HeaderPair, SentRequest, TransportFailure } from './wire/exchange.ts';
