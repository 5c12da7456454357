import type { JsonObject } from '../json/read-json.ts';

/** The answer to a request of a provisioner; `body` is the JSON value, undefined where it is none. */
export interface ProvisioningAnswer {
  readonly status: number;
  readonly body: unknown;
  /** Status and the beginning of the body, without secrets, for a message. */
  readonly shown: string;
}

/** What a provisioner works with. */
export interface ProvisioningContext {
  /**
   * Sends a request with the configured credential, below TARGET_BASE_URL, within the politeness of the run.
   * @throws Error where no answer comes.
   */
  call(method: string, path: string, body?: JsonObject): Promise<ProvisioningAnswer>;
  readonly seed: string;
  readonly nonce: string;
  /** The `sub` claim of the token; null where it is no JWT or has none. */
  readonly subject: string | null;
  /** How many execute bodies the run can use up. */
  readonly executeBodies: number;
}

/** Settings that a provisioner can give; those of the user come first. */
export type ProvisionedSettings = Readonly<
  Partial<
    Record<
      'TARGET_SYNCHRONIZER' | 'TARGET_SYNCHRONIZER_ALIAS' | 'TARGET_PARTICIPANT_UIDS' | 'TARGET_USER_ID',
      string
    >
  >
>;

export interface Provisioned {
  readonly settings: ProvisionedSettings;
  /** Bodies that the target accepts, each at least once. */
  readonly executeBodies: readonly JsonObject[];
}

/**
 * Makes what a target needs before a run, and takes it away afterwards. It touches only what bears the prefix of its
 * run, so that runs side by side, and other users of the target, are left alone. TARGET_PROVISIONER names one that comes
 * with the suite, or a module whose default export is one.
 */
export interface Provisioner {
  provision(context: ProvisioningContext): Promise<Provisioned>;
  /** Removes what the run with this nonce made, also where that was stopped half-way; what was removed, a line each. */
  clean(context: ProvisioningContext): Promise<readonly string[]>;
}
