import type { TestType } from '@playwright/test';
import { test as suiteTest } from './engine/fixtures.ts';
import type { Send } from './engine/send-fixture.ts';
import type { TargetFacts } from './journal/target-facts.ts';

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
export type { Send, SendOptions, SendResponse } from './engine/send-fixture.ts';
export type { TargetFacts } from './journal/target-facts.ts';
export type { Answer, Exchange, HeaderPair, SentRequest, TransportFailure } from './wire/exchange.ts';
