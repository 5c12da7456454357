import { randomBytes } from 'node:crypto';
import { violationsOf } from '../json/ajv.ts';
import { editDistance } from '../requirements/nearest-ids.ts';
import { normalBaseUrl, wrongPart } from './base-url.ts';
import { type Proxies, readProxies } from './proxies.ts';
import type { Environment } from './run-environment.ts';
import settingsSchema from './settings.schema.json' with { type: 'json' };
import { UsageError } from './usage-error.ts';

export type Effort = 'quick' | 'standard' | 'soak';

/** Settings of a target that are used unchanged, by the names of their environment variables. */
const targetTexts = {
  token: 'TARGET_TOKEN',
  tokenFile: 'TARGET_TOKEN_FILE',
  tokenCommand: 'TARGET_TOKEN_COMMAND',
  tokenSecret: 'TARGET_TOKEN_SECRET',
  tokenKeyFile: 'TARGET_TOKEN_KEY',
  expiredToken: 'TARGET_EXPIRED_TOKEN',
  synchronizer: 'TARGET_SYNCHRONIZER',
  synchronizerAlias: 'TARGET_SYNCHRONIZER_ALIAS',
  executeRequestFile: 'TARGET_EXECUTE_REQUEST',
  userId: 'TARGET_USER_ID',
  /** A name or a path. */
  knownUsers: 'TARGET_KNOWN_USERS',
  provisioner: 'TARGET_PROVISIONER',
  pageSizeParameter: 'TARGET_PAGE_SIZE_PARAMETER',
  pageTokenParameter: 'TARGET_PAGE_TOKEN_PARAMETER',
  headersFile: 'TARGET_HEADERS_FILE',
  caFile: 'TARGET_CA_FILE',
  clientCertFile: 'TARGET_CLIENT_CERT',
  clientKeyFile: 'TARGET_CLIENT_KEY',
} as const;

/** Where a target is and how to reach it; absent if no TARGET_* is set and the reference server is checked. */
export interface TargetSettings extends Readonly<Partial<Record<keyof typeof targetTexts, string>>> {
  readonly baseUrl: string;
  readonly participantUids: readonly string[];
  readonly timeoutMs: number;
  readonly bodyMebibytes: number;
  /** The token that its file or command gave when the run began: no process of the run has to ask again at once. */
  readonly obtainedToken?: string;
}

/** All settings of a run. `profile` is a name or a path. */
export interface Settings {
  readonly target?: TargetSettings;
  readonly profile?: string;
  readonly seed: string;
  readonly nonce: string;
  readonly effort: Effort;
  /** The number of cases of a soak. */
  readonly cases: number;
  readonly concurrency: number;
  readonly rate?: number;
  /** Whether no request looks like those of this suite. */
  readonly disguise: boolean;
  /** Sent with every request. */
  readonly userAgent?: string;
  readonly output: string;
  /** The path of the waiver file. */
  readonly waivers?: string;
  readonly proxies: Proxies;
}

/** The default limit for the body of one response, in MiB. */
export const defaultBodyMebibytes = 32;

/** The default seed: fixed per suite version, so that a gate gives the same result in every run. */
export const defaultSeed = 'ledger-conformance-0.1';

/** The default number of cases of a soak. */
const defaultCases = 20_000;

const known = Object.keys(settingsSchema.properties);

/** Names of settings, with the options that gave them. */
export type GivenAsOptions = Readonly<Record<string, string>>;

/**
 * Reads the settings from environment variables and fills in defaults.
 * @throws UsageError with one sentence per wrong setting.
 */
export function readSettings(environment: Environment, asOptions: GivenAsOptions = {}): Settings {
  const problems = settingProblems(environment, asOptions);
  if (problems.length > 0) throw new UsageError(problems);
  return settingsFrom(givenIn(environment), environment);
}

/**
 * A sentence for each wrong setting.
 * @param lost a sentence if there must be a target and none is named
 */
export function settingProblems(
  environment: Environment,
  asOptions: GivenAsOptions = {},
  lost?: string,
): string[] {
  const given = givenIn(environment);
  const others = lost === undefined ? contradictions(given) : [lost];
  return [...unknownNames(given), ...wrongValues(given, asOptions), ...others];
}

/** The settings that are valid, for the report of a run that the others kept from beginning. */
export function validSettings(environment: Environment, isTargetRequired: boolean): Settings {
  const given = givenIn(environment);
  const wrong = wrongNames(given);
  const valid = Object.fromEntries(
    Object.entries(given).filter(([name]) => known.includes(name) && !wrong.has(name)),
  );
  const isMeant = isTargetRequired || needingTarget(given).length > 0;
  return settingsFrom(isMeant ? { TARGET_BASE_URL: 'unknown', ...valid } : valid, environment);
}

function givenIn(environment: Environment): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).filter(
      ([name, value]) => /^(TARGET|CONFORMANCE)_/.test(name) && value !== undefined,
    ),
  ) as Record<string, string>;
}

function settingsFrom(given: Record<string, string>, environment: Environment): Settings {
  const target = targetSettings(given);
  return {
    target,
    profile: given.TARGET_PROFILE,
    seed: seedOf(given),
    nonce: given.CONFORMANCE_NONCE ?? randomBytes(4).toString('hex'),
    effort: (given.CONFORMANCE_EFFORT ?? 'standard') as Effort,
    cases: Number(given.CONFORMANCE_CASES ?? defaultCases),
    concurrency: Number(given.CONFORMANCE_CONCURRENCY ?? 32),
    rate: given.CONFORMANCE_RATE === undefined ? undefined : Number(given.CONFORMANCE_RATE),
    disguise: given.CONFORMANCE_DISGUISE === 'on',
    userAgent: given.CONFORMANCE_USER_AGENT,
    output: given.CONFORMANCE_OUTPUT ?? 'conformance-results',
    waivers: given.CONFORMANCE_WAIVERS,
    proxies: readProxies(environment),
  };
}

/** The default seed is public, so a target may know it; a disguised run draws a random one. */
function seedOf({ CONFORMANCE_SEED: seed, CONFORMANCE_DISGUISE: disguise }: Record<string, string>): string {
  if (seed === undefined && disguise !== 'on') return defaultSeed;
  return seed === undefined || seed === 'random' ? randomBytes(6).toString('hex') : seed;
}

function targetSettings(given: Record<string, string>): TargetSettings | undefined {
  if (given.TARGET_BASE_URL === undefined) return undefined;
  const uids = given.TARGET_PARTICIPANT_UIDS?.split(',').map((uid) => uid.trim()) ?? [];
  const texts = Object.fromEntries(
    Object.entries(targetTexts).flatMap(([key, name]) =>
      given[name] === undefined ? [] : [[key, given[name]]],
    ),
  ) as Partial<Record<keyof typeof targetTexts, string>>;
  return {
    ...texts,
    baseUrl: normalBaseUrl(given.TARGET_BASE_URL),
    participantUids: [...new Set(uids)],
    timeoutMs: Number(given.TARGET_TIMEOUT_MS ?? 5_000),
    bodyMebibytes: Number(given.TARGET_BODY_LIMIT_MIB ?? defaultBodyMebibytes),
  };
}

/** A sentence for each name that is not a setting, with the closest match. */
export function unknownNames(given: Readonly<Record<string, string>>): string[] {
  return Object.keys(given)
    .filter((name) => !known.includes(name))
    .map((name) => {
      const near = known.find((candidate) => editDistance(name, candidate) <= 3);
      const hint =
        near === undefined ? 'Remove it, or see .env.example for all settings.' : `Did you mean ${near}?`;
      return `${name} is not a setting. ${hint}`;
    });
}

/**
 * A sentence for each value that is not allowed. Values are never printed, because they can be secret; only a base URL that is
 * wrong in part is, without that part.
 */
export function wrongValues(
  given: Readonly<Record<string, string>>,
  asOptions: GivenAsOptions = {},
): string[] {
  return [...wrongNames(given)].map((name) => {
    const property: { description: string; enum?: readonly string[] } =
      settingsSchema.properties[name as keyof typeof settingsSchema.properties];
    const { description, enum: allowed } = property;
    const label = asOptions[name] ?? name;
    if (given[name] === '')
      return `${label} is empty. Set a value or ${asOptions[name] === undefined ? 'unset it' : 'leave it out'}: ${description}`;
    if (allowed !== undefined)
      return `${label} must be ${allowed.slice(0, -1).join(', ')} or ${allowed.at(-1)}.`;
    const value = given[name] ?? '';
    const part = name === 'TARGET_BASE_URL' ? wrongPart(value) : undefined;
    // A shell removes them, but not what reads a file of settings, such as that of `docker run --env-file`.
    if (/^"[^"]*"$|^'[^']*'$/.test(value))
      return `${label} has an invalid value: it is in quotation marks. Remove them.`;
    return `${label} has an invalid value: ${part ?? description}`;
  });
}

function wrongNames(given: Readonly<Record<string, string>>): Set<string> {
  const names = new Set(
    violationsOf(
      settingsSchema,
      Object.fromEntries(Object.entries(given).filter(([name]) => known.includes(name))),
    ).map((error) => error.instancePath.slice(1)),
  );
  const { TARGET_BASE_URL: url } = given;
  if (url !== undefined && (!URL.canParse(url) || wrongPart(url) !== undefined)) names.add('TARGET_BASE_URL');
  return names;
}

/** The names of what is set for a target. */
function needingTarget(given: Record<string, string>): string[] {
  return Object.keys(given).filter((name) => name.startsWith('TARGET_') && name !== 'TARGET_PROFILE');
}

function contradictions(given: Record<string, string>): string[] {
  const problems: string[] = [];
  const needsTarget = needingTarget(given);
  if (given.TARGET_BASE_URL === undefined && needsTarget.length > 0) {
    problems.push(
      `${needsTarget.join(', ')} set without TARGET_BASE_URL. Set TARGET_BASE_URL to the server to test, or unset the rest to test the reference server.`,
    );
  }
  if (given.TARGET_BASE_URL === undefined) return problems;
  const tokens = ['TARGET_TOKEN', 'TARGET_TOKEN_FILE', 'TARGET_TOKEN_COMMAND'].filter(
    (name) => given[name] !== undefined,
  );
  if (tokens.length === 0) {
    problems.push(
      'No token: set TARGET_TOKEN, TARGET_TOKEN_FILE or TARGET_TOKEN_COMMAND to a valid JWT for the target.',
    );
  }
  if (tokens.length > 1) problems.push(`${tokens.join(' and ')} exclude each other. Keep one of them.`);
  if (given.TARGET_TOKEN_SECRET !== undefined && given.TARGET_TOKEN_KEY !== undefined) {
    problems.push(
      'TARGET_TOKEN_SECRET and TARGET_TOKEN_KEY exclude each other. Keep the one that signs the token.',
    );
  }
  if ((given.TARGET_CLIENT_CERT === undefined) !== (given.TARGET_CLIENT_KEY === undefined)) {
    problems.push('TARGET_CLIENT_CERT and TARGET_CLIENT_KEY must be set together. Set both or neither.');
  }
  return problems;
}
