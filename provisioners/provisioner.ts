import type { JsonObject } from '../json/read-json.ts';

/** The response to a provisioner's request; `body` is the JSON value, or undefined if it is not JSON. */
export interface ProvisioningAnswer {
  readonly status: number;
  readonly body: unknown;
  /** Status and the beginning of the body, without secrets, for error messages. */
  readonly shown: string;
}

/** What a provisioner works with. */
export interface ProvisioningContext {
  /**
   * Sends a request below TARGET_BASE_URL with the configured credential, within the configured rate and concurrency.
   * @throws Error if there is no response.
   */
  call(method: string, path: string, body?: JsonObject): Promise<ProvisioningAnswer>;
  readonly seed: string;
  readonly nonce: string;
  /** The `sub` claim of the token; null if it has none or is not a JWT. */
  readonly subject: string | null;
  /** How many execute bodies the run can use up. */
  readonly executeBodies: number;
}

/** Settings that a provisioner can provide; the user's own settings override them. */
export type ProvisionedSettings = Readonly<
  Partial<
    Record<
      | 'TARGET_SYNCHRONIZER'
      | 'TARGET_SYNCHRONIZER_ALIAS'
      | 'TARGET_PARTICIPANT_UIDS'
      | 'TARGET_USER_ID'
      | 'TARGET_KNOWN_USERS',
      string
    >
  >
>;

export interface Provisioned {
  readonly settings: ProvisionedSettings;
  /** Bodies that the target accepts at least once each. */
  readonly executeBodies: readonly JsonObject[];
}

/**
 * Creates what a target needs before a run, and removes it afterwards. It changes only what has the prefix of its run,
 * so concurrent runs and other users of the target are not affected. TARGET_PROVISIONER names one that is included in
 * the suite, or a module with one as its default export.
 */
export interface Provisioner {
  provision(context: ProvisioningContext): Promise<Provisioned>;
  /** Removes what the run with this nonce created, even if it was interrupted; returns a line for each item removed. */
  clean(context: ProvisioningContext): Promise<readonly string[]>;
}
