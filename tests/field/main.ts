import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { wasAccepted } from '../../judges/answers/answer-kind.ts';
import { startReference } from '../../reference/start.ts';
import type { Exchange } from '../../wire/exchange.ts';
import { judged, type ProbedServer } from './breaches.ts';
import { compare } from './compare.ts';
import { type ProbeRequest, probeRequests } from './probe-requests.ts';
import type { Row } from './row.ts';
import { type Probed, sendAll } from './send.ts';
import { build, type FieldServer, fieldServers, missingTools, start } from './servers.ts';
import { standardRun } from './standard-run.ts';
import { disagreements, table } from './table.ts';

const { values: options } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1e9)) },
    draws: { type: 'string', default: '400' },
    output: { type: 'string', default: 'field-results' },
    // The command of another version of the suite, to compare with it.
    suite: { type: 'string', default: join(import.meta.dirname, '../../cli/main.js') },
    servers: { type: 'string', default: join(import.meta.dirname, '../../../tests/field/servers') },
  },
});

async function main(): Promise<number> {
  const reference = await startReference();
  const { environment, executeRequest } = reference;
  const { TARGET_TOKEN = '', TARGET_TOKEN_SECRET = '', TARGET_SYNCHRONIZER = '' } = environment;
  const requests = probeRequests({
    seed: Number(options.seed),
    token: TARGET_TOKEN,
    synchronizer: TARGET_SYNCHRONIZER,
    participantUids: (environment.TARGET_PARTICIPANT_UIDS ?? '').split(','),
    executeBody: executeRequest as Readonly<Record<string, unknown>>,
    draws: Number(options.draws),
  });
  console.log(`seed ${options.seed}, ${requests.length} requests to each server`);
  const byReference = await sendAll(neverRestarted(reference.baseUrl), TARGET_TOKEN, requests);
  const rows: Row[] = [];
  const skipped: string[] = [];
  const conflicts: string[] = ownConflicts(requests, byReference);
  for (const server of fieldServers(options.servers)) {
    if (!options.only.split(',').some((part) => server.name.includes(part))) continue;
    const missing = missingTools(server);
    if (missing.length > 0) {
      skipped.push(server.name);
      console.log(`skipped ${server.name}: ${missing.join(', ')} not found`);
      continue;
    }
    build(server);
    const settings = { JWT_SECRET: TARGET_TOKEN_SECRET, SYNCHRONIZER_ID: TARGET_SYNCHRONIZER };
    let running = await start(server, settings);
    const restart = async (): Promise<string> => {
      await running.close();
      running = await start(server, settings);
      return running.baseUrl;
    };
    try {
      const exchanges = await sendAll({ baseUrl: running.baseUrl, restart }, TARGET_TOKEN, requests);
      await restart();
      const probed = judged(requests, exchanges);
      conflicts.push(...conflictsOf(server, probed, byReference));
      const { TARGET_SYNCHRONIZER_ALIAS: _alias, ...given } = environment;
      const run = standardRun(options.suite, { ...given, TARGET_BASE_URL: running.baseUrl }, executeRequest);
      rows.push({ server, probed, compared: compare(probed.breaches.values(), run), ...run });
      keep(server, requests, exchanges, rows.at(-1));
      console.log(table(rows.slice(-1), rows.length > 1));
    } finally {
      await running.close();
    }
  }
  await reference.close();
  return ended(rows, skipped, conflicts);
}

/** The reference server answers every request. */
function neverRestarted(baseUrl: string): Probed {
  return {
    baseUrl,
    restart: () => Promise.reject(new Error('The reference server did not answer a request in time.')),
  };
}

/** The reference server is conformant, so a breach of its own is a mistake of the probe. */
function ownConflicts(
  requests: readonly ProbeRequest[],
  exchanges: readonly (Exchange | undefined)[],
): string[] {
  return [...judged(requests, exchanges).breaches.keys()].map((name) => `the reference server: ${name}`);
}

/** Requests that the judges condemn a server for accepting, although the reference server accepts them too. */
function conflictsOf(
  server: FieldServer,
  { breaches }: ProbedServer,
  byReference: readonly (Exchange | undefined)[],
): string[] {
  return [...breaches]
    .filter(([, { type, example }]) => type === 'leniency' && wasAccepted(byReference[example]?.answer))
    .map(([name]) => `${server.name} and the reference server: ${name}`);
}

/** Writes what was found about a server, with the request and the response of each breach. */
function keep(
  server: FieldServer,
  requests: readonly ProbeRequest[],
  exchanges: readonly (Exchange | undefined)[],
  row: Row | undefined,
): void {
  if (row === undefined) return;
  mkdirSync(options.output, { recursive: true });
  const missed = new Set(row.compared.missed);
  const found = [...row.probed.breaches].map(([name, breach]) => ({
    name,
    reported: !missed.has(breach),
    count: breach.count,
    detail: requests[breach.example]?.detail,
    request: (requests[breach.example]?.query ?? exchanges[breach.example]?.request.body.toString())?.slice(
      0,
      2_000,
    ),
    response: `${exchanges[breach.example]?.answer?.status} ${exchanges[breach.example]?.answer?.body.toString().slice(0, 300)}`,
  }));
  writeFileSync(join(options.output, `${server.name}.json`), `${JSON.stringify(found, null, 2)}\n`);
}

function ended(rows: readonly Row[], skipped: readonly string[], conflicts: readonly string[]): number {
  mkdirSync(options.output, { recursive: true });
  writeFileSync(join(options.output, 'table.md'), `${table(rows)}\n`);
  writeFileSync(join(options.output, 'open.md'), `${disagreements(rows)}\n`);
  for (const { server, compared } of rows)
    for (const { operation, requirement, type, kinds } of compared.missed)
      console.log(`missed on ${server.name}: ${operation} ${requirement} ${type} ${kinds.join(' + ')}`);
  for (const conflict of conflicts) console.log(`disagreement of the oracles: ${conflict}`);
  const missed = rows.reduce((sum, { compared }) => sum + compared.missed.length, 0);
  console.log(
    `${rows.length} servers probed, ${skipped.length} skipped, ${missed} breaches missed, ${conflicts.length} disagreements of the oracles; see ${options.output}`,
  );
  return missed + conflicts.length === 0 && rows.length > 0 ? 0 : 1;
}

process.exitCode = await main();
