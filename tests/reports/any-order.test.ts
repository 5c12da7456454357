import { expect, test } from 'vitest';
import { conductAll } from '../../engine/conduct-all.ts';
import { runCheck } from '../../engine/run-check.ts';
import { runInputs } from '../../engine/run-inputs.ts';
import type { Session } from '../../engine/session.ts';
import { bytesFrom } from '../../generators/seeding.ts';
import type { CaseLine } from '../../journal/case-line.ts';
import type { CheckLine } from '../../journal/journal-line.ts';
import type { RunJournal } from '../../journal/run-journal.ts';
import { startReference } from '../../reference/start.ts';
import { checksAgain } from '../../reports/replay/conduct-again.ts';
import { recordedIn } from '../../reports/replay/recorded-run.ts';
import type { Recording } from '../../reports/replay/recorded-wire.ts';
import { allChecks } from '../../specs/all.ts';
import type { Exchange } from '../../wire/exchange.ts';
import { inSession } from '../prove/in-session.ts';

/** Checks whose requests depend on answers, or follow each other, and those that begin and end with idle connections. */
const adaptive =
  /^(?:AUTH-(?:REQUIRED|STAYS-\w+|APIKEY)|LU-(?:PAGE-\w+|OPEN-PAGE\w+)|GT-(?:KEY-UNDECODABLE|SYNC-UNKNOWN|FINGERPRINT-\w+|SUCCESS)|EX-(?:SUCCESS|OPT-\w+|BODY)|HTTP-STABLE)$/;

/** The session with responses that arrive in a drawn order, as from a target that delays them. */
function inDrawnOrder(session: Session, seed: string): Session {
  const { wire } = session;
  const arrived: (() => void)[] = [];
  let turns = 0;
  let isDue = false;
  const deliver = (): void => {
    isDue = false;
    turns += 1;
    const place = bytesFrom(['turn', seed, turns], 2).readUInt16BE() % Math.max(1, arrived.length);
    arrived.splice(place, 1)[0]?.();
    plan();
  };
  const plan = (): void => {
    if (isDue || arrived.length === 0) return;
    isDue = true;
    setImmediate(deliver);
  };
  const send: Session['wire']['send'] = async (...request) => {
    const exchange: Exchange = await wire.send(...request);
    const arrivedAt = performance.now();
    await new Promise<void>((goOn) => {
      arrived.push(goOn);
      plan();
    });
    // It is under way for as long: on a busy machine, for many seconds.
    return { ...exchange, ms: exchange.ms + Math.floor(performance.now() - arrivedAt) };
  };
  return { ...session, wire: { ...wire, send } };
}

/** A genuine run of these checks, in its journal as it would be read. */
async function run(seed: string, settings: Readonly<Record<string, string>>): Promise<RunJournal> {
  const server = await startReference({});
  const conducted = await inSession(server, { settings }, async ({ session, access, journal }) => {
    const checks = allChecks.filter(({ requirement }) => adaptive.test(requirement));
    const ordered = inDrawnOrder(session, seed);
    await conductAll(checks, ordered.bodies, async (check) => (await runCheck(ordered, check)).state);
    const of = (type: string) => journal.lines.filter((line) => line.type === type);
    const { seed: drawn, nonce, effort } = session.settings;
    return {
      header: {
        target: { baseUrl: session.facts.baseUrl },
        run: { seed: drawn, nonce, effort, shard: null, only: null },
        startedAt: new Date().toISOString(),
      },
      preflight: { facts: session.facts, inputs: await runInputs(access.target, access) },
      cases: of('case') as CaseLine[],
      checks: of('check') as CheckLine[],
      judgements: new Map(),
      exchanges: new Map([...journal.exchanges].filter(([id]) => !id.startsWith('preflight'))),
    } as unknown as RunJournal;
  }).finally(() => server.close());
  const { exchanges, judgements, ...lines } = conducted;
  return { ...JSON.parse(JSON.stringify(lines)), exchanges, judgements };
}

const runs = Number(process.env.GENUINE_RUNS ?? 2);

test.each(Array.from({ length: runs }, (_, index) => [index]))(
  'Run %i is generated again, in whichever order its responses arrived.',
  async (index) => {
    const settings = {
      CONFORMANCE_EFFORT: index % 2 === 0 ? 'quick' : 'standard',
      CONFORMANCE_NONCE: `n${index}`,
    };
    const journal = await run(`order ${index}`, settings);
    expect(journal.exchanges.size).toBeGreaterThan(200);
    const differences = await checksAgain(recordedIn(journal) as Recording);
    expect(differences).toEqual([]);
  },
  600_000,
);

test('Connections that were left idle are what the line of a check says, and nothing else.', async () => {
  const journal = await run('idle', { CONFORMANCE_EFFORT: 'standard', CONFORMANCE_NONCE: 'idle' });
  const changed = (isChanged: (line: CheckLine) => boolean, hasIdle: true | undefined): Promise<string[]> => {
    const checks = journal.checks.map((line) => (isChanged(line) ? { ...line, hasIdle } : line));
    return checksAgain(recordedIn({ ...journal, checks }) as Recording);
  };
  const isLast = ({ requirement, operation }: CheckLine): boolean =>
    requirement === 'HTTP-STABLE' && operation === 'list-users';
  expect(journal.checks.find(isLast)?.hasIdle).toBe(true);
  expect(await changed(isLast, undefined)).toContainEqual(
    expect.stringMatching(/^the request of HTTP-STABLE@list-users/),
  );
  const opener = ({ requirement, operation }: CheckLine): boolean =>
    requirement === 'AUTH-REQUIRED' && operation === 'list-users';
  expect(await changed(opener, true)).toContain('check AUTH-REQUIRED@list-users does not end as recorded');
}, 600_000);
