import type { ReferenceOptions } from '../../reference/start.ts';
import type { Daemon } from './daemon.ts';
import type { Gateway } from './gateway.ts';
import type { Tokens } from './token-service.ts';

/** What a run against a row comes to. */
export interface Outcome {
  readonly verdict: 'conformant' | 'non-conformant' | 'inconclusive';
  /** Whether every MUST was exercised. */
  readonly coverage: 'complete' | 'partial';
  /** Requirements that failed, such as `LU-PAGE-SIZE`, sorted. */
  readonly failed: readonly string[];
  /** The same of those that did not pass but do not decide the verdict. */
  readonly warned: readonly string[];
  /** How many different reasons are given for what is inconclusive. */
  readonly reasons: number;
}

/** What can be done to what a run meets while it runs. */
export interface Scene {
  readonly gateway: Daemon;
  /** The folder of the gateway's configuration. */
  readonly folder: string;
  /** Ends the server behind the gateway, and starts it again on the same port after so many milliseconds. */
  readonly restartServer: (pauseMs: number) => Promise<void>;
}

/** A server behind a gateway, how the gateway is set up, and what a run must come to. */
export interface Row {
  /** The gateway and its setup, in words. */
  readonly name: string;
  /** Left out by `--some`: others show nearly the same. */
  readonly isNightly?: true;
  readonly gateway: Gateway;
  /** The server behind it; the plain reference server unless given. */
  readonly reference?: ReferenceOptions;
  /** Tokens come from this service. */
  readonly tokens?: Tokens;
  readonly settings?: Readonly<Record<string, string>>;
  /** What is done once so many checks of the run have ended. */
  readonly meanwhile?: { readonly checks: number; readonly act: (scene: Scene) => unknown };
  readonly expected: Partial<Outcome>;
  /** What may fail besides, where the seed decides which requests meet the limit of a gateway. */
  readonly mayFail?: RegExp;
  /** Whether connections may end in ways that a retry makes good, which is a warning: how many do depends on the moment. */
  readonly mayRetry?: true;
  /** How many requests may get the page of a ban at most: the run must end soon after it. */
  readonly bannedAtMost?: number;
  /** What the summary says, line breaks aside. */
  readonly says?: readonly RegExp[];
}

/** What is expected where a row says nothing else. */
export const conformant: Outcome = {
  verdict: 'conformant',
  coverage: 'complete',
  failed: [],
  warned: [],
  reasons: 0,
};

/** The programs that a row needs. */
export function needs({ gateway, tokens }: Row): string[] {
  return [gateway.program, ...(tokens === undefined ? [] : ['oidc-provider'])];
}
