// npm run oracle -- --base COMMIT [--some] [--only TEXT] [--itself]: compares this build with that of another commit, which it should
// do the same as: what each sends, finds, says and writes. With --itself, the base is compared with itself, which shows what differs
// from run to run.
import { type ChildProcess, spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { parse } from 'dotenv';
import { installBase } from './base.ts';
import { type Difference, differences, type Ended, type Outcome, outcomeOf } from './outcome.ts';
import { type Scenario, scenarios } from './scenarios.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const now = join(root, 'dist', 'cli', 'main.js');

/** How many items of a difference are printed. */
const shownAtMost = 3;

const bare = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(?:TARGET|CONFORMANCE|LEDGER_CONFORMANCE)/.test(name)),
);

const fixed = {
  CONFORMANCE_SEED: 'oracle',
  CONFORMANCE_NONCE: 'oracle',
  CONFORMANCE_CASES: '5000',
  // So that what depends on the order of answers is the same.
  CONFORMANCE_CONCURRENCY: '1',
  COLUMNS: '80',
  NO_COLOR: '1',
};

function start(
  main: string,
  args: readonly string[],
  cwd: string,
  settings: Record<string, string>,
): ChildProcess {
  return spawn(process.execPath, [main, ...args], {
    cwd,
    env: { ...bare, ...fixed, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

function ended(child: ChildProcess): Promise<Ended> {
  let [stdout, stderr] = ['', ''];
  child.stdout?.on('data', (chunk) => {
    stdout += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    stderr += chunk;
  });
  return new Promise((resolve) => child.once('close', (status) => resolve({ status, stdout, stderr })));
}

/** Plays a scenario with one build in a folder of its own. */
async function play(main: string, scenario: Scenario): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'ledger-conformance-oracle-'));
  const server =
    scenario.serve === undefined ? undefined : start(main, ['serve', ...scenario.serve], folder, {});
  try {
    if (scenario.recording !== undefined) unpack(scenario.recording, folder);
    writeKeys(folder);
    if (server !== undefined) await isReady(server);
    const env = join(folder, 'reference-server', '.env');
    const settings = existsSync(env) ? parse(readFileSync(env)) : {};
    const commands: Ended[] = [];
    for (const args of scenario.commands) {
      commands.push(await ended(start(main, args, folder, settings)));
      if (scenario.isCut === true && commands.length === 1)
        cut(join(folder, 'conformance-results', 'run.ndjson'));
    }
    return outcomeOf(folder, commands);
  } finally {
    server?.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

function isReady(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = '';
    server.stdout?.on('data', (chunk) => {
      said += chunk;
      if (said.includes('Stop the server')) resolve();
    });
    server.once('exit', () => reject(new Error(`The server ended: ${said}`)));
  });
}

/** The keys of a certificate. */
function writeKeys(folder: string): void {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  writeFileSync(join(folder, 'key.pem'), privateKey.export({ type: 'pkcs8', format: 'pem' }));
  writeFileSync(join(folder, 'key.pub.pem'), publicKey.export({ type: 'spki', format: 'pem' }));
}

/** A recording is packed; a folder of them is a whole run. */
function unpack(name: string, folder: string): void {
  const path = join(root, 'tests', 'recorded', name);
  if (!statSync(path).isDirectory()) {
    writeFileSync(join(folder, 'recording.ndjson'), unpacked(path));
    return;
  }
  mkdirSync(join(folder, 'recording'));
  for (const file of readdirSync(path))
    writeFileSync(join(folder, 'recording', file.replace(/\.gz$/, '')), unpacked(join(path, file)));
}

function unpacked(path: string): Buffer {
  const bytes = readFileSync(path);
  return path.endsWith('.gz') ? gunzipSync(bytes) : bytes;
}

/** Leaves half of the journal's lines, as if the run had been killed. */
function cut(path: string): void {
  const lines = readFileSync(path, 'utf8').split('\n');
  const ends = lines.flatMap((line, place) => (line.startsWith('{"type":"check"') ? [place + 1] : []));
  writeFileSync(path, `${lines.slice(0, ends[Math.floor(ends.length / 2)]).join('\n')}\n`);
}

function asText({ place, before, after }: Difference): string {
  const some = (sign: string, items: readonly string[]): string[] => [
    ...items.slice(0, shownAtMost).map((each) => `      ${sign} ${each.slice(0, 600)}`),
    ...(items.length > shownAtMost ? [`      ${sign} ${items.length - shownAtMost} more`] : []),
  ];
  return [`    ${place}:`, ...some('-', before), ...some('+', after)].join('\n');
}

/** The places in which a difference is meant, by how they begin, or how a scenario and a place do. */
function listedPlaces(): string[] {
  const text = readFileSync(join(root, 'tests', 'oracle', 'changes.md'), 'utf8');
  return text.split('\n').flatMap((line) => /^\| `([^`]+)` \|/.exec(line)?.[1] ?? []);
}

/** Whether a text begins as a row says, in which `*` is any text. */
function matches(row: string, text: string): boolean {
  const [first = '', ...others] = row.split('*');
  let end = text.startsWith(first) ? first.length : -1;
  for (const part of others) {
    const place = end < 0 ? -1 : text.indexOf(part, end);
    end = place < 0 ? -1 : place + part.length;
  }
  return end >= 0;
}

const asked = process.argv.slice(2);
const listed = listedPlaces();
const given = (option: string): string | undefined =>
  asked.includes(option) ? asked[asked.indexOf(option) + 1] : undefined;
const [only, commit] = [given('--only'), given('--base')];
if (commit === undefined) {
  console.error('Give the commit to compare with: npm run oracle -- --base COMMIT');
  process.exit(2);
}
const chosen = scenarios.filter(
  ({ name, isBrief }) =>
    (only === undefined || name.includes(only)) && (!asked.includes('--some') || isBrief === true),
);
const base = installBase(root, commit);
let differing = 0;
for (const scenario of chosen) {
  // Side by side: both meet the same load of the machine.
  const [before, after] = await Promise.all([
    play(base, scenario),
    play(asked.includes('--itself') ? base : now, scenario),
  ]);
  const all = differences(before, after);
  const isListed = (place: string): boolean =>
    listed.some((each) => place.startsWith(each) || matches(each, `${scenario.name}, ${place}`));
  const found = all.filter(({ place }) => !isListed(place));
  if (found.length > 0) differing += 1;
  const meant =
    all.length > found.length ? `, but for ${all.length - found.length} places in changes.md` : '';
  console.log(`${found.length === 0 ? 'same' : 'DIFFERENT'}: ${scenario.name}${meant}`);
  for (const each of found) console.log(asText(each));
}
console.log(`${chosen.length - differing} of ${chosen.length} scenarios are the same.`);
process.exit(differing === 0 && chosen.length > 0 ? 0 : 1);
