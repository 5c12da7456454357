import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeCertificates } from '../../reference/certificates.ts';
import { type ReferenceServer, startReference } from '../../reference/start.ts';
import type { Report } from '../../reports/report/report.ts';
import { type Measured, measuredRun } from '../hostile/measured-run.ts';
import { freePort, startDaemon } from './daemon.ts';
import { files, type Gateway } from './gateway.ts';
import type { Outcome, Row, Scene } from './row.ts';
import { nameBehindSquid } from './squid.ts';
import { serviceKey, startTokenService, type TokenService } from './token-service.ts';

/** A run against a row: what it came to, and what it said. */
export interface RowRun {
  readonly outcome: Outcome;
  readonly said: string;
  /** How many requests got a 403 that is a page: what bans answer. */
  readonly banned: number;
}

/** Starts what the row says, runs the built command against it, and ends everything. */
export async function runRow(row: Row): Promise<RowRun> {
  const folder = mkdtempSync(join(tmpdir(), 'ledger-conformance-gateways-'));
  // A gateway that gives up the rights of root still finds its files there.
  chmodSync(folder, 0o711);
  const ends: (() => Promise<unknown>)[] = [];
  try {
    const withClientHeaders = await writeCertificates(folder, row.gateway);
    const key = row.tokens === undefined ? undefined : await serviceKey(row.tokens.algorithm);
    const options = {
      ...row.reference,
      ...(key === undefined ? {} : { tokenKey: key }),
      ...(row.gateway.isForwardProxy === true ? withClientHeaders.tls : {}),
    };
    const reference = await startReference(options);
    let serving = reference;
    ends.push(() => serving.close());
    const restartServer = async (pauseMs: number): Promise<void> => {
      await serving.close();
      await sleep(pauseMs);
      serving = await startReference({ ...options, port: Number(new URL(reference.baseUrl).port) });
    };
    const user = reference.environment.TARGET_USER_ID ?? '';
    const service =
      row.tokens === undefined || key === undefined
        ? undefined
        : await startTokenService(row.tokens, { key, user, folder });
    if (service !== undefined) ends.push(service.stop);
    const { daemon, port } = await startGateway(row.gateway, folder, reference);
    ends.push(daemon.stop);
    const settings = {
      ...settingsOf(row, folder, { reference, port, service }),
      ...withClientHeaders.settings,
    };
    return resultOf(await run(row, settings, { gateway: daemon, folder, restartServer }), folder);
  } finally {
    for (const end of ends.reverse()) await end();
    const keptIn = process.env.KEEP_GATEWAYS;
    if (keptIn !== undefined)
      cpSync(folder, join(keptIn, row.name.replaceAll(/\W+/g, '-')), { recursive: true });
    rmSync(folder, { recursive: true, force: true });
  }
}

async function writeCertificates(folder: string, { style, isForwardProxy }: Gateway) {
  if (style.tls === undefined) return { settings: {}, tls: {} };
  const { ca, server, client } = await makeCertificates(
    isForwardProxy === true ? { host: nameBehindSquid } : {},
  );
  const write = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  write(files.certificate, server.cert);
  write(files.key, server.key);
  write(files.pair, server.cert + server.key);
  return {
    settings: {
      TARGET_CA_FILE: write(files.authority, ca),
      ...(style.clientCertificates === true
        ? {
            TARGET_CLIENT_CERT: write('client.pem', client.cert),
            TARGET_CLIENT_KEY: write('client-key.pem', client.key),
          }
        : {}),
    },
    tls: { tls: { ...server, minVersion: `TLSv${style.tls}`, maxVersion: `TLSv${style.tls}` } as const },
  };
}

async function startGateway(gateway: Gateway, folder: string, reference: ReferenceServer) {
  const port = await freePort();
  const place = { folder, port, back: Number(new URL(reference.baseUrl).port) };
  const file = join(folder, 'gateway.conf');
  writeFileSync(join(folder, 'hosts'), `127.0.0.1 ${nameBehindSquid}\n`);
  writeFileSync(file, gateway.configuration(place));
  return {
    port,
    daemon: await startDaemon({ command: gateway.program, args: gateway.args(file, place), port }),
  };
}

/** Proxies of this machine are not meant for servers on it. */
const withoutProxies = { http_proxy: '', https_proxy: '', no_proxy: '' };

function settingsOf(
  { gateway: { style, isForwardProxy }, settings }: Row,
  folder: string,
  served: { reference: ReferenceServer; port: number; service: TokenService | undefined },
): Record<string, string> {
  const { reference, port, service } = served;
  const executeRequest = join(folder, 'execute-request.json');
  writeFileSync(executeRequest, JSON.stringify(reference.executeRequests));
  const { TARGET_TOKEN = '', TARGET_TOKEN_SECRET = '', ...others } = reference.environment;
  const secret: Record<string, string> = TARGET_TOKEN_SECRET === '' ? {} : { TARGET_TOKEN_SECRET };
  const scheme = style.tls === undefined ? 'http' : 'https';
  const front = `http://127.0.0.1:${port}`;
  const back = new URL(reference.baseUrl).port;
  return {
    ...others,
    ...(service === undefined ? { TARGET_TOKEN, ...secret } : service.settings),
    TARGET_EXECUTE_REQUEST: executeRequest,
    ...(isForwardProxy === true
      ? {
          TARGET_BASE_URL: `${scheme}://${nameBehindSquid}:${back}`,
          ...withoutProxies,
          [`${scheme}_proxy`]: front,
        }
      : {
          TARGET_BASE_URL: `${scheme}://127.0.0.1:${port}${style.prefix ?? ''}`,
          ...withoutProxies,
        }),
    // A limit only ends what hangs: on a busy machine, every answer takes longer.
    TARGET_TIMEOUT_MS: '30000',
    CONFORMANCE_EFFORT: 'quick',
    CONFORMANCE_SEED: process.env.GATEWAY_SEED ?? 'gateways',
    CONFORMANCE_NONCE: process.env.GATEWAY_SEED ?? 'gateways',
    NO_COLOR: '1',
    ...settings,
  };
}

async function run({ meanwhile }: Row, settings: Record<string, string>, scene: Scene): Promise<Measured> {
  const cwd = join(scene.folder, 'run');
  mkdirSync(cwd);
  let acted: unknown;
  const measured = await measuredRun(['run'], cwd, settings, {
    atMost: 300,
    onSample(_processes, stdout) {
      if (meanwhile === undefined || acted !== undefined) return;
      const ended = [...stdout.matchAll(/^ +(\d+) of \d+ checks/gm)].at(-1)?.[1];
      if (Number(ended ?? 0) >= meanwhile.checks) acted = meanwhile.act(scene) ?? true;
    },
  });
  await acted;
  if (meanwhile !== undefined && acted === undefined)
    throw new Error(`The run ended before anything was done.\n${measured.stdout}`);
  return measured;
}

function resultOf({ stdout, stderr }: Measured, folder: string): RowRun {
  const results = join(folder, 'run', 'conformance-results');
  const file = join(results, 'report.json');
  const said = `${stdout}\n${stderr}`;
  if (!existsSync(file)) throw new Error(`The run left no report.\n${said}`);
  const report = JSON.parse(readFileSync(file, 'utf8')) as Report;
  const named = (outcome: string): string[] => [
    ...new Set(
      report.results.filter((each) => each.outcome === outcome).map(({ requirement }) => requirement),
    ),
  ];
  return {
    outcome: {
      verdict: report.verdict as Outcome['verdict'],
      coverage: report.coverage.state as Outcome['coverage'],
      failed: named('failed').sort(),
      warned: named('warned').sort(),
      reasons: new Set(
        report.results.filter(({ outcome }) => outcome === 'inconclusive').map(({ reason }) => reason),
      ).size,
    },
    said,
    banned: bannedIn(results),
  };
}

function bannedIn(results: string): number {
  const lines = readFileSync(join(results, 'exchanges.ndjson'), 'utf8').trimEnd().split('\n');
  return lines.filter((line) => {
    const { response } = JSON.parse(line) as { response?: { status: number; body?: string } };
    return response?.status === 403 && response.body?.includes('<html>') === true;
  }).length;
}
