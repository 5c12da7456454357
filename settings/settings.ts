import { randomBytes } from 'node:crypto';
import { violationsOf } from '../json/ajv.ts';
import { editDistance } from '../requirements/nearest-ids.ts';
import { normalBaseUrl, wrongPart } from './base-url.ts';
import { type Proxies, readProxies } from './proxies.ts';
import type { Environment } from './run-environment.ts';
import settingsSchema from './settings.schema.json' with { type: 'json' };
import { UsageError } from './usage-error.ts';

export type Effort = 'quick' | 'standard' | 'soak';

type SettingName = keyof typeof settingsSchema.properties;

/** Settings of a target that are not used unchanged. */
const readOtherwise = [
  'TARGET_BASE_URL',
  'TARGET_PARTICIPANT_UIDS',
  'TARGET_PROFILE',
  'TARGET_TIMEOUT_MS',
  'TARGET_BODY_LIMIT_MIB',
] as const;

/** Those that are, named after their variables: `TARGET_TOKEN_FILE` is `tokenFile`. */
interface TargetTexts {
  readonly token?: string;
  readonly tokenFile?: string;
  readonly tokensFile?: string;
  readonly tokenCommand?: string;
  readonly tokenSecret?: string;
  readonly tokenKey?: string;
  readonly expiredToken?: string;
  readonly synchronizer?: string;
  readonly synchronizerAlias?: string;
  readonly executeRequest?: string;
  readonly provisioner?: string;
  readonly userId?: string;
  readonly knownUsers?: string;
  readonly pageSizeParameter?: string;
  readonly pageTokenParameter?: string;
  readonly headersFile?: string;
  readonly caFile?: string;
  readonly clientCert?: string;
  readonly clientKey?: string;
}

/** Where a target is and how to reach it; absent if no TARGET_* is set and the reference server is checked. */
export interface TargetSettings extends TargetTexts {
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
  /** Over which time the requests are spread, such as `2h`. */
  readonly spread?: string;
  /** Sent with every request. */
  readonly userAgent?: string;
  readonly output: string;
  /** The path of the waiver file. */
  readonly waivers?: string;
  readonly proxies: Proxies;
}

const { properties } = settingsSchema;
const known = Object.keys(properties);

/** The default limit for the body of one response, in MiB. */
export const defaultBodyMebibytes = Number(properties.TARGET_BODY_LIMIT_MIB.default);

/** The default seed: fixed per suite version, so that a gate gives the same result in every run. */
export const defaultSeed = properties.CONFORMANCE_SEED.default;

/** Names of settings, with the options that gave them. */
type GivenAsOptions = Readonly<Record<string, string>>;

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
  const of = (name: SettingName): string | undefined => given[name] ?? defaultOf(name);
  const rate = of('CONFORMANCE_RATE');
  return {
    target: targetSettings(given, of),
    profile: given.TARGET_PROFILE,
    seed: seedOf(given),
    nonce: given.CONFORMANCE_NONCE ?? randomBytes(4).toString('hex'),
    effort: of('CONFORMANCE_EFFORT') as Effort,
    cases: Number(of('CONFORMANCE_CASES')),
    concurrency: Number(of('CONFORMANCE_CONCURRENCY')),
    rate: rate === undefined ? undefined : Number(rate),
    disguise: given.CONFORMANCE_DISGUISE === 'on',
    spread: given.CONFORMANCE_SPREAD,
    userAgent: given.CONFORMANCE_USER_AGENT,
    output: of('CONFORMANCE_OUTPUT') ?? '',
    waivers: given.CONFORMANCE_WAIVERS,
    proxies: readProxies(environment),
  };
}

const unitMs = { s: 1_000, m: 60_000, h: 3_600_000 } as const;

/** How long `2h` is, in milliseconds; 0 if it is not given. */
export function spreadMs(text: string | undefined): number {
  return text === undefined ? 0 : Number.parseInt(text, 10) * unitMs[text.at(-1) as keyof typeof unitMs];
}

function defaultOf(name: SettingName): string | undefined {
  const property = properties[name];
  return 'default' in property ? property.default : undefined;
}

/** The default seed is public, so a target may know it; a disguised run draws a random one. */
function seedOf({ CONFORMANCE_SEED: seed, CONFORMANCE_DISGUISE: disguise }: Record<string, string>): string {
  if (seed === undefined && disguise !== 'on') return defaultSeed;
  return seed === undefined || seed === 'random' ? randomBytes(6).toString('hex') : seed;
}

function targetSettings(
  { TARGET_BASE_URL: baseUrl, TARGET_PARTICIPANT_UIDS: uids = '', ...given }: Record<string, string>,
  of: (name: SettingName) => string | undefined,
): TargetSettings | undefined {
  if (baseUrl === undefined) return undefined;
  const texts = Object.entries(given).filter(
    ([name]) => name.startsWith('TARGET_') && !readOtherwise.some((each) => each === name),
  );
  return {
    ...(Object.fromEntries(texts.map(([name, value]) => [memberOf(name), value])) as TargetTexts),
    baseUrl: normalBaseUrl(baseUrl),
    participantUids: [...new Set(uids.split(',').map((uid) => uid.trim()))].filter((uid) => uid !== ''),
    timeoutMs: Number(of('TARGET_TIMEOUT_MS')),
    bodyMebibytes: Number(of('TARGET_BODY_LIMIT_MIB')),
  };
}

/** `TARGET_TOKEN_FILE` is `tokenFile`. */
function memberOf(name: string): string {
  return name
    .slice('TARGET_'.length)
    .toLowerCase()
    .replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
}

/** Of so many names the closest match is looked for; more problems are not printed. */
const matchedAtMost = 20;

/** A sentence for each name that is not a setting, with the closest match. */
export function unknownNames(given: Readonly<Record<string, string>>): string[] {
  return Object.keys(given)
    .filter((name) => !known.includes(name))
    .map((name, index) => {
      const isLike = (candidate: string): boolean =>
        Math.abs(candidate.length - name.length) <= 3 && editDistance(name, candidate) <= 3;
      const near = index < matchedAtMost ? known.find(isLike) : undefined;
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
    const property: { description: string; enum?: readonly string[] } = properties[name as SettingName];
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
  const tokens = ['TARGET_TOKEN', 'TARGET_TOKEN_FILE', 'TARGET_TOKENS_FILE', 'TARGET_TOKEN_COMMAND'].filter(
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
