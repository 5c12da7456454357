/** The variable with the configuration of a run as JSON, or `awaited`; not a user setting. Workers inherit it, so no file contains a secret. */
export const configurationVariable = 'LEDGER_CONFORMANCE_WORKER_CONFIGURATION';

/** The value of a process whose parent sends the configuration later. */
export const awaited = 'awaited';

/** The environment of such a process. */
export const awaitingConfiguration = { [configurationVariable]: awaited } as const;
