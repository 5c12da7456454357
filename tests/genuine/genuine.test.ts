import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { keyId } from '../../certificate/keys.ts';
import { certifiedRun, evidenceOf, makeBundle } from '../../certificate/make-bundle.ts';
import { openBundle } from '../../certificate/opened-bundle.ts';
import { rules } from '../../certificate/rules.ts';
import { knownHere } from '../../certificate/verifier.ts';
import { bytesFrom } from '../../generators/seeding.ts';
import { mergeFolders } from '../../journal/merge-folders.ts';
import { mintToken, trustSecret } from '../../reference/credentials/token-trust.ts';
import { type ReferenceOptions, startReference } from '../../reference/start.ts';
import { variants } from '../../reference/variants/catalogue.ts';
import { loadProfile } from '../../settings/load-profile.ts';
import { proxyServer } from '../wire/proxy-server.ts';
import { conducted, shardFolder } from './conducted.ts';
import { delayedAnswers, virtualTime, whileTimeStands } from './virtual-time.ts';

/** What is drawn for a run: a number below another. */
type Draw = (name: string, below: number) => number;

/** How a genuine run is made. */
interface Manner {
  readonly serving?: (draw: Draw) => ReferenceOptions;
  readonly settings?: (environment: Settings, folder: string, draw: Draw) => Promise<Settings>;
  readonly shards?: number;
  /** Whether it is stopped and resumed. */
  readonly isStopped?: true;
  /** Whether it is stopped while it uses a token again and again, and resumed. */
  readonly isStoppedInUse?: true;
  /** Whether the target is closed, and started again. */
  readonly isRestarted?: true;
  /** One of so many moments is a delay, of up to three seconds. */
  readonly oneIn?: number;
}

type Settings = Readonly<Record<string, string>>;

const disguised = { CONFORMANCE_DISGUISE: 'on' };

/** Tokens that live for so many seconds: each is renewed many times during the run. */
async function shortToken(
  { TARGET_TOKEN_SECRET: secret = '', TARGET_USER_ID: sub = '' }: Settings,
  more = 0,
): Promise<string> {
  const iat = Math.floor(Date.now() / 1_000);
  return mintToken(await trustSecret(secret), { sub, iat, exp: iat + 90 + more });
}

/** Writes a file now and again and again, as who renews tokens in it does. */
async function kept(file: string, textOf: () => Promise<string>): Promise<void> {
  const write = async (): Promise<void> => writeFileSync(file, await textOf());
  let writing = write();
  await writing;
  const timer = setInterval(() => {
    writing = writing.then(write);
  }, 50);
  onTestFinished(async () => {
    clearInterval(timer);
    // A token that is still being signed would be written into a folder that is gone.
    await writing;
  });
}

/** Headers with a value that occurs in others by chance, and with one that does not. */
async function behindGateway(_: Settings, folder: string): Promise<Settings> {
  const file = join(folder, 'headers.json');
  writeFileSync(file, JSON.stringify({ 'X-Tenant': 'a1', 'X-Gateway-Key': 'Xk3'.repeat(9) }));
  return { TARGET_HEADERS_FILE: file };
}

const manners: Readonly<Record<string, Manner>> = {
  'as the suite itself': {},
  disguised: { settings: async () => disguised },
  'with tokens that it renews': {
    settings: async (of) => ({ TARGET_TOKEN: await shortToken(of) }),
    oneIn: 20,
  },
  'with tokens from a file': {
    async settings(of, folder) {
      const file = join(folder, 'token');
      await kept(file, () => shortToken(of));
      return { TARGET_TOKEN: '', TARGET_TOKEN_SECRET: '', TARGET_TOKEN_FILE: file };
    },
    oneIn: 20,
  },
  'through a proxy': {
    async settings({ TARGET_BASE_URL: baseUrl = '' }) {
      const { authority } = await proxyServer({ port: Number(new URL(baseUrl).port) });
      return { TARGET_BASE_URL: 'http://ledger.example:8080', HTTP_PROXY: `http://${authority}` };
    },
  },
  'on a slow target': { oneIn: 3, settings: async () => ({ TARGET_TIMEOUT_MS: '59000' }) },
  'at a low rate': { settings: async () => ({ CONFORMANCE_RATE: '400', CONFORMANCE_CONCURRENCY: '3' }) },
  'in shards': { shards: 3 },
  'in shards behind a gateway': { shards: 2, settings: behindGateway },
  'resumed behind a gateway': { isStopped: true, settings: behindGateway },
  'stopped and resumed': { isStopped: true, settings: async () => disguised },
  'stopped in a round and resumed': { isStoppedInUse: true },
  'on a target that restarts': { isRestarted: true },
  'disguised on a target that restarts': { isRestarted: true, settings: async () => disguised },
  'with a token for each client': {
    async settings(of, folder, draw) {
      const file = join(folder, 'tokens');
      const places = Array.from({ length: 2 + draw('tokens', 30) }, (_, place) => place);
      await kept(file, async () =>
        (await Promise.all(places.map((place) => shortToken(of, place)))).join('\n'),
      );
      return { ...disguised, TARGET_TOKEN: '', TARGET_TOKEN_SECRET: '', TARGET_TOKENS_FILE: file };
    },
  },
  'on a variant': {
    serving: (draw) => {
      const chosen = variants[draw('variant', variants.length)];
      return chosen === undefined ? {} : { variant: chosen };
    },
  },
  'on a target with warnings': {
    serving: () => ({ variant: variants.find(({ id }) => id === 'unauthenticated-without-challenge') }),
  },
};

const { privateKey } = generateKeyPairSync('ed25519');
const key = { id: keyId(privateKey), key: privateKey };

/** Makes a certificate of a run and checks it by all rules; of a quick one by all but the one that asks for more. */
async function refusalOf(folder: string, profileName: string | undefined): Promise<string | undefined> {
  const profile = loadProfile(profileName);
  const finished = certifiedRun(evidenceOf(folder), profile);
  const { report } = finished;
  if (report.verdict !== 'conformant')
    return `${report.verdict}: ${report.gate.causes.slice(0, 3).join(' ')}`;
  const implementation = { organization: 'A', product: 'B', version: 'C' };
  const because = report.run.disguise === true ? {} : { undisguised: 'a test' };
  const said = { implementation, assurance: 'self-declared', artifacts: [], ...because } as const;
  const files = makeBundle({ profile, challenge: undefined, validDays: 9, ...said }, [key], finished);
  const bundle = openBundle(files, { ...knownHere(), trusted: [key], threshold: 1, now: new Date() });
  for (const { sentence, check } of rules) {
    if (report.run.effort === 'quick' && sentence.startsWith('The whole suite was run')) continue;
    const problem = await check(bundle);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

async function genuine(
  name: string,
  { manner, draw, effort }: { manner: Manner; draw: Draw; effort: string },
) {
  const folder = mkdtempSync(join(tmpdir(), 'genuine-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  onTestFinished(isReal ? delayedAnswers(name) : virtualTime(name, manner.oneIn ?? 40));
  const options = manner.serving?.(draw) ?? {};
  let server = await startReference(options);
  onTestFinished(() => server.close());
  const executeRequest = join(folder, 'execute.json');
  writeFileSync(executeRequest, JSON.stringify(server.executeRequests));
  const { environment } = server;
  const own = await manner.settings?.(environment, folder, draw);
  const all = {
    ...environment,
    TARGET_EXECUTE_REQUEST: executeRequest,
    CONFORMANCE_EFFORT: effort,
    CONFORMANCE_SEED: name.replaceAll(' ', '-'),
    CONFORMANCE_NONCE: `n${draw('nonce', 60_000)}`,
    ...own,
  };
  const settings = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''));
  const restartAt = manner.isRestarted === true ? 5 + draw('restart', 200) : undefined;
  const onCheck = async (begun: number): Promise<void> => {
    if (begun !== restartAt) return;
    const { port } = new URL(server.baseUrl);
    // A second of this machine may be a minute of the run, for which no run waits.
    await whileTimeStands(async () => {
      await server.close();
      server = await startReference({ ...options, port: Number(port) });
    });
  };
  const stoppedAfter = manner.isStopped === true ? 1 + draw('stop', 250) : undefined;
  const stoppedInUse = manner.isStoppedInUse === true ? draw('stop in use', 66) : undefined;
  const results = join(folder, 'results');
  const shards = manner.shards ?? 1;
  for (let index = 1; index <= shards; index += 1) {
    const output = shards === 1 ? results : shardFolder(folder, index);
    const shard = shards === 1 ? undefined : `${index}/${shards}`;
    const as = { shard, stoppedAfter, stoppedInUse, onCheck };
    await conducted({ ...settings, CONFORMANCE_OUTPUT: output }, as);
  }
  if (shards > 1)
    mergeFolders(
      Array.from({ length: shards }, (_, at) => shardFolder(folder, at + 1)),
      results,
    );
  return refusalOf(results, settings.TARGET_PROFILE);
}

/** In real time, only quick runs are made: others wait for minutes. */
const isReal = process.env.GENUINE_TIME === 'real';
const names = Object.keys(manners).filter((name) => !isReal || manners[name]?.isStoppedInUse !== true);
const first = Number(process.env.GENUINE_FROM ?? 0);
const count = Number(process.env.GENUINE_RUNS ?? names.length);

test.each(
  Array.from({ length: count }, (_, place) => {
    const number = first + place;
    return [number, names[number % names.length] ?? ''] as const;
  }),
)('Genuine run %i is accepted: %s.', async (number, name) => {
  const drawn = `${number} ${name}`;
  const draw: Draw = (of, below) => bytesFrom(['genuine', drawn, of], 4).readUInt32BE() % below;
  const { isStoppedInUse } = manners[name] ?? {};
  const isWhole = !isReal && draw('effort', 5) === 0;
  const effort = isStoppedInUse === true || isWhole ? 'standard' : 'quick';
  const refusal = await genuine(drawn, { manner: manners[name] ?? {}, draw, effort });
  if (refusal !== undefined) expect.fail(refusal);
});
