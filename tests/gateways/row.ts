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
}

/** A server behind a gateway, how the gateway is set up, and what a run must come to. */
export interface Row {
  /** The gateway and its setup, in words. */
  readonly name: string;
  readonly gateway: Gateway;
  /** The server behind it; the plain reference server unless given. */
  readonly reference?: ReferenceOptions;
  /** Tokens come from this service. */
  readonly tokens?: Tokens;
  readonly settings?: Readonly<Record<string, string>>;
  /** `quick` unless given. */
  readonly effort?: 'standard';
  /** What is done to the gateway once so many checks of the run have ended. */
  readonly meanwhile?: { readonly checks: number; readonly act: (daemon: Daemon, folder: string) => unknown };
  readonly expected: Partial<Outcome>;
  /** Whether connections may end in ways that a retry makes good, which is a warning: how many do depends on the moment. */
  readonly mayRetry?: true;
  /** What the summary says, line breaks aside. */
  readonly says?: readonly RegExp[];
}

/** What is expected where a row says nothing else. */
export const conformant: Outcome = { verdict: 'conformant', coverage: 'complete', failed: [], warned: [] };

/** The programs that a row needs. */
export function needs({ gateway, tokens }: Row): string[] {
  return [gateway.program, ...(tokens === undefined ? [] : ['oidc-provider'])];
}
