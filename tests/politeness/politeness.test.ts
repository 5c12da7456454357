import { writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { clients } from '../../wire/clients.ts';
import { headerValues } from '../../wire/exchange.ts';
import { command, emptyFolder } from '../cli/command.ts';
import { type Arrival, countingServer } from './counting-server.ts';

const timeout = { timeout: 900_000 };

/** How many requests arrived in the fullest stretch of so many milliseconds. */
function fullest(arrivals: readonly Arrival[], ms: number): number {
  const times = arrivals.map(({ at }) => at).sort((a, b) => a - b);
  return Math.max(...times.map((from) => times.filter((at) => at >= from && at < from + ms).length));
}

test('CONFORMANCE_RATE holds over a whole run, for both workers together.', timeout, async () => {
  const server = await countingServer();
  const rate = 100;
  const settings = { ...server.settings, CONFORMANCE_RATE: String(rate) };
  const args = [
    'run',
    '--only',
    'GT-REQ-SYNCHRONIZER@generate-topology,LU-SUCCESS@list-users,LU-PAGE-SIZE@list-users,LU-RES-USERS@list-users',
  ];
  const { status } = await command(args, { cwd: emptyFolder(), settings });
  expect(status).toBe(0);
  const operations = new Set(server.arrivals.map(({ path }) => path.split('?')[0]));
  expect(operations.size).toBeGreaterThan(1);
  const [first, last] = [server.arrivals[0]?.at ?? 0, server.arrivals.at(-1)?.at ?? 0];
  expect(last - first).toBeGreaterThan(3_000);
  // One more for each process; and a machine that was held up sends what is due within less than half a second.
  expect(server.arrivals.length).toBeLessThanOrEqual(((last - first) / 1_000) * rate + 3);
  expect(fullest(server.arrivals, 2_000)).toBeLessThanOrEqual(2 * rate * 1.25 + 3);
});

test(
  'CONFORMANCE_CONCURRENCY bounds what is under way at once, for both workers together.',
  timeout,
  async () => {
    const server = await countingServer(30);
    const settings = { ...server.settings, CONFORMANCE_CONCURRENCY: '4' };
    const args = [
      'run',
      '--only',
      'GT-REQ-SYNCHRONIZER@generate-topology,LU-SUCCESS@list-users',
      '--effort',
      'quick',
    ];
    const { status } = await command(args, { cwd: emptyFolder(), settings });
    expect(status).toBe(0);
    expect(server.mostAtOnce()).toBeLessThanOrEqual(4);
    expect(server.mostAtOnce()).toBeGreaterThanOrEqual(2);
  },
);

test(
  'The preflight and valid controls name the suite and its version, other requests a published client; nothing says where they come from.',
  timeout,
  async () => {
    const server = await countingServer();
    const { settings } = server;
    const cwd = emptyFolder();
    writeFileSync(join(cwd, 'body.json'), JSON.stringify(server.executeRequest));
    const complete = { ...settings, TARGET_EXECUTE_REQUEST: 'body.json' };
    expect((await command(['doctor'], { cwd, settings: complete })).status).toBe(0);
    expect((await command(['run'], { cwd, settings: complete })).status).toBe(0);
    expect(server.arrivals.length).toBeGreaterThan(5_000);
    const own = `ledger-conformance/${packageJson.version}`;
    const agents = new Set(server.arrivals.map(({ headers }) => headers['user-agent'] ?? ''));
    // A release is drawn from a list for each run.
    const published = clients
      .flatMap(({ headers }) => headerValues(headers, 'user-agent'))
      .map(
        (agent) =>
          new RegExp(
            `^${agent
              .split(/\$run-of\{[^}]*\}/)
              .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
              .join('[^/]+')}$`,
          ),
      );
    expect(agents).toContain(own);
    expect(
      [...agents].filter(
        (agent) => ![own, ''].includes(agent) && !published.some((each) => each.test(agent)),
      ),
    ).toEqual([]);
    const sent = JSON.stringify(server.arrivals.map(({ headers }) => headers));
    // As a word of its own: drawn text may contain a short name by chance.
    expect(sent.split(/[^a-z0-9.-]+/i)).not.toContain(hostname());
    expect(server.arrivals.filter(({ headers }) => 'from' in headers)).toEqual([]);
    expect(server.arrivals.some(({ path, status }) => path.endsWith('/execute') && status === 200)).toBe(
      true,
    );
    // Other methods are tried on each path, without a body (HTTP-OPEN-METHOD); other paths are below or like the three.
    const known =
      /^\/v2\/(parties\/external\/generate-topology|interactive-submission\/execute|users)(\/[a-z]{12})?$/i;
    expect(server.arrivals.filter(({ path }) => !known.test(path.split('?')[0] ?? ''))).toEqual([]);
    const writing = server.arrivals.filter(({ method }) => !['GET', 'POST', 'OPTIONS'].includes(method));
    const methods = writing.map(({ method }) => method).sort();
    // PUT once or twice more on each, among rejections that must leave nothing behind.
    const puts = methods.filter((method) => method === 'PUT');
    expect(methods.filter((method) => method !== 'PUT')).toEqual(Array(3).fill('PATCH'));
    expect(puts.length).toBeGreaterThanOrEqual(6);
    expect(puts.length).toBeLessThanOrEqual(9);
    expect(writing.filter(({ body }) => body !== '')).toEqual([]);
  },
);

/** The party and transaction of an execute body, where it has them. */
function namedIn(body: string): { party?: unknown; transaction?: unknown } {
  try {
    const { partySignatures, preparedTransaction } = JSON.parse(body);
    return { party: partySignatures?.signatures?.[0]?.party, transaction: preparedTransaction };
  } catch {
    return {};
  }
}

test(
  'Without an execute body of yours nothing that could be accepted is sent to execute.',
  timeout,
  async () => {
    const server = await countingServer();
    const { party, transaction } = namedIn(JSON.stringify(server.executeRequest));
    expect([typeof party, typeof transaction]).toEqual(['string', 'string']);
    for (const effort of ['quick', 'soak']) {
      const settings = { ...server.settings, CONFORMANCE_CASES: '500' };
      const args = ['run', '--only', 'execute-submission', '--effort', effort];
      expect((await command(args, { cwd: emptyFolder(), settings })).status).toBe(0);
    }
    const executes = server.arrivals.filter(({ path }) => path.endsWith('/execute'));
    expect(executes.length).toBeGreaterThan(600);
    expect(executes.filter(({ status }) => status < 400)).toEqual([]);
    const named = executes.map(({ body }) => namedIn(body));
    expect(named.filter((each) => each.party === party || each.transaction === transaction)).toEqual([]);
    // A party of a key that was made for the request: no ledger has it, and none took up its transaction.
    const parties = named.flatMap((each) => (typeof each.party === 'string' ? [each.party] : []));
    expect(parties.filter((each) => /^party::1220[0-9a-f]{64}$/.test(each)).length).toBeGreaterThan(100);
  },
);
