import type { TlsOptions } from 'node:tls';
import type { JWK } from 'jose';
import { cantonHttp, cantonOrder, cantonStages } from './canton/stages.ts';
import { conformantStages } from './conformant-stages.ts';
import { mintToken, trustKey, trustSecret } from './credentials/token-trust.ts';
import type { Directory } from './directory.ts';
import type { Fault } from './faults/fault.ts';
import { seededBytes } from './keys/seeded-key.ts';
import { createLedger, type Ledger } from './ledger.ts';
import type { OwnRoute } from './own-routes/own-route.ts';
import type { Pipeline } from './pipeline.ts';
import { type Doing, type Hooks, hook, type Run } from './rows/engine.ts';
import { type Stage, type Stages, usualOrder } from './rows/stages.ts';
import { sampleExecuteRequest } from './samples.ts';
import { type HttpSettings, serve } from './server.ts';
import type { Variant } from './variants/variant.ts';

export interface ReferenceOptions {
  /** 0, the default, picks a free port. */
  readonly port?: number;
  /** Path before /v2, such as `/ledger`. */
  readonly prefix?: string;
  /** The initial number of users; default 23. */
  readonly users?: number;
  /** Whether each prepared transaction is accepted only once, with 409 afterwards. */
  readonly singleUse?: boolean;
  /** How long a submission is in flight under canton-3.5, in milliseconds; default 250. */
  readonly flight?: number;
  /** HS256 secret of the tokens. */
  readonly secret?: string;
  /** Private key (P-256, RSA or Ed25519) of the tokens, instead of a secret. */
  readonly tokenKey?: JWK;
  /** The behaviour to serve: that of the document or of a profile. */
  readonly profile?: ReferenceProfile;
  /** Operations of a user's own, which it serves besides. */
  readonly ownRoutes?: readonly OwnRoute[];
  /** Certificate and key, to serve TLS; and what else Node's TLS server takes. */
  readonly tls?: TlsOptions;
  readonly fault?: Fault;
  readonly variant?: Variant;
  /** Names, keys and random choices depend on it. */
  readonly seed?: string;
}

export interface ReferenceServer {
  readonly baseUrl: string;
  /** Every TARGET_* setting that a run against this server needs. */
  readonly environment: Readonly<Record<string, string>>;
  /** A body that execute accepts. */
  readonly executeRequest: object;
  /** Several such bodies, as many as a run needs if it must wait while one is in flight. */
  readonly executeRequests: readonly object[];
  /** Another such body for each name, with its own prepared transaction. */
  readonly prepareExecuteRequest: (commandId: string) => object;
  /** The users, to add and remove some while the server is running. */
  readonly directory: Directory;
  /** How often the fault fired, or the variant if there is no fault. */
  readonly fired: () => number;
  /** How often a stage or a row threw: what a run finds then may be this server's mistake. */
  readonly defects: () => number;
  readonly close: () => Promise<void>;
}

/** A server without faults and variants. */
interface Plain {
  readonly stages: Stages;
  readonly order: readonly Stage[];
  readonly http: HttpSettings;
}

const conformant: Plain = { stages: conformantStages, order: usualOrder, http: {} };
const canton: Plain = { stages: cantonStages, order: cantonOrder, http: cantonHttp };

/** The servers by profile, and the lifetime of their tokens in seconds. */
const served = {
  document: { plain: conformant, tokenLifetime: 12 * 60 * 60, bodies: 1 },
  // A node of this line rejects tokens with a lifetime of more than five minutes.
  'canton-3.5': { plain: canton, tokenLifetime: 290, bodies: 4 },
} as const;

export type ReferenceProfile = keyof typeof served;

export const referenceProfiles = Object.keys(served) as readonly ReferenceProfile[];

/** Starts a server with its own state on 127.0.0.1; one process can have many. */
export async function startReference(options: ReferenceOptions = {}): Promise<ReferenceServer> {
  const serving = { ...options.variant?.serving, ...options.fault?.serving, ...options };
  const { port = 0, prefix = '', users = 23, singleUse = false, seed = 'reference', tokenKey } = serving;
  if (prefix !== '' && !/^(\/[^/?#]+)+$/.test(prefix)) {
    throw new Error(
      `The prefix "${prefix}" is no path. Write the prefix like /ledger, without a slash at its end.`,
    );
  }
  const { plain, tokenLifetime, bodies } = served[serving.profile ?? 'document'];
  const secret = options.secret ?? `secret of the reference server, seed ${seed}`;
  const trust = await (tokenKey === undefined ? trustSecret(secret) : trustKey(tokenKey));
  const ledger = createLedger({
    seed,
    users,
    singleUse,
    trust,
    flight: options.flight,
    clockAhead: serving.clockAhead ?? 0,
  });
  const issued = Math.floor(ledger.now() / 1000);
  const token = await mintToken(trust, { sub: ledger.userId, iat: issued, exp: issued + tokenLifetime });
  const { pipeline, http, fired, defects } = changed(plain, { ledger, random: seededRandom(seed) }, options);
  const { tls, ownRoutes = [] } = options;
  const server = await serve(pipeline, ledger, http, { prefix, port, ownRoutes, tls });
  const baseUrl = `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${server.port}${prefix}`;
  return {
    baseUrl,
    environment: {
      TARGET_BASE_URL: baseUrl,
      TARGET_TOKEN: token,
      ...(tokenKey === undefined ? { TARGET_TOKEN_SECRET: secret } : {}),
      ...environmentOf(ledger),
      ...(serving.profile === undefined ? {} : { TARGET_PROFILE: serving.profile }),
      ...serving.environment,
    },
    executeRequest: sampleExecuteRequest(ledger),
    executeRequests: Array.from({ length: bodies }, (_, index) =>
      sampleExecuteRequest(ledger, `command-${index + 1}`),
    ),
    prepareExecuteRequest: (commandId) => sampleExecuteRequest(ledger, commandId),
    directory: ledger.directory,
    fired,
    defects,
    close: server.close,
  };
}

/** The pipeline of a server with a variant and a fault. If there are both, only the fault is counted. */
function changed(
  { stages, order, http }: Plain,
  { ledger, random }: Omit<Run, 'stages'>,
  { variant, fault }: Pick<ReferenceOptions, 'variant' | 'fault'>,
): { readonly pipeline: Pipeline; readonly http: HttpSettings } & Pick<ReferenceServer, 'fired' | 'defects'> {
  let [fired, defects] = [0, 0];
  const count = (): void => {
    fired += 1;
  };
  const onDefect = (error: unknown): void => {
    defects += 1;
    const stack = error instanceof Error ? error.stack : String(error);
    process.emitWarning(`The reference server has a defect: ${stack}`);
  };
  const fire = fault === undefined ? count : () => undefined;
  const run = { ledger, random, stages };
  const hooks = [hook(rowsOf(variant), run, fire), hook(rowsOf(fault), run, count)];
  const both: Hooks = {
    arrive(call) {
      for (const each of hooks) each.arrive(call);
    },
    async done(stage, call) {
      for (const each of hooks) await each.done(stage, call);
    },
  };
  return {
    pipeline: { stages, order: fault?.order ?? variant?.order ?? order, hooks: both, onDefect },
    http: { ...http, ...variant?.http },
    fired: () => fired,
    defects: () => defects,
  };
}

function rowsOf(changed: Fault | Variant | undefined): readonly Doing[] {
  return changed === undefined ? [] : (changed.parts ?? [changed]);
}

function environmentOf(ledger: Ledger): Record<string, string> {
  return {
    TARGET_SYNCHRONIZER: ledger.synchronizer,
    TARGET_SYNCHRONIZER_ALIAS: ledger.synchronizerAlias,
    TARGET_PARTICIPANT_UIDS: ledger.otherParticipantUids.join(','),
    // A configured user must be listed, and a ledger may have none.
    ...(ledger.directory.size() === 0 ? {} : { TARGET_USER_ID: ledger.userId }),
    TARGET_PAGE_SIZE_PARAMETER: 'pageSize',
    TARGET_PAGE_TOKEN_PARAMETER: 'pageToken',
  };
}

/** A sequence of numbers from 0 to below 1 that depends only on the seed. */
export function seededRandom(seed: string): () => number {
  let drawn = 0;
  return () => {
    drawn += 1;
    return seededBytes(seed, `random ${drawn}`).readUInt32BE() / 2 ** 32;
  };
}
