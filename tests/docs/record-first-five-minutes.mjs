// Records the output of run, doctor and explain in docs/first-five-minutes.md again, with the built command. The output
// of serve and init is kept: serve does not end, and init needs a terminal.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'dotenv';

const root = fileURLToPath(new URL('../..', import.meta.url));
const page = join(root, 'docs/first-five-minutes.md');
const main = join(root, 'dist/cli/main.js');
const folder = mkdtempSync(join(tmpdir(), 'ledger-conformance-recording-'));
const bare = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(TARGET|CONFORMANCE)_/.test(name)),
);

/** The settings that init asks for; the page omits the others that serve writes. */
const asked =
  /^TARGET_(BASE_URL|TOKEN|TOKEN_SECRET|USER_ID|SYNCHRONIZER|SYNCHRONIZER_ALIAS|EXECUTE_REQUEST)$/;

let server;
let settings = {};

async function serve(args) {
  await stop();
  server = spawn(process.execPath, [main, ...args], { cwd: folder, env: bare });
  await new Promise((ready) =>
    server.stdout.on('data', (chunk) => String(chunk).includes('Stop the') && ready()),
  );
  const written = parse(readFileSync(join(folder, 'reference-server/.env')));
  settings = Object.fromEntries(Object.entries(written).filter(([name]) => asked.test(name)));
}

async function stop() {
  if (server === undefined) return;
  const ended = new Promise((end) => server.once('exit', end));
  server.kill('SIGINT');
  await ended;
  server = undefined;
}

function said(args) {
  const { stdout } = spawnSync(process.execPath, [main, ...args], {
    cwd: folder,
    env: { ...bare, ...settings },
    encoding: 'utf8',
  });
  return stdout
    .replaceAll(folder, '/home/you/demo')
    .replaceAll('\n(report.json)', ' (report.json)')
    .replaceAll(/^ *(?:\d+ of \d+ checks|failed: ).*\n/gm, '')
    .trim();
}

/** Removes from the last run the observations that the first one showed. */
function shortened(text) {
  return text.replace(/\n\d+ not exercised\n[\s\S]*?(?=\n\d+ passed)/, '\n…\n');
}

let text = readFileSync(page, 'utf8');
for (const [block, typed] of text.matchAll(/^```text\n\$ ledger-conformance (.+)\n[\s\S]*?^```$/gm)) {
  const args = typed.split(' ');
  if (args[0] === 'serve') await serve(args);
  if (args[0] === 'serve' || args[0] === 'init') continue;
  console.log(typed);
  const shown =
    args[0] === 'run' && text.indexOf('--fault') < text.indexOf(block) ? shortened(said(args)) : said(args);
  text = text.replace(block, () => `\`\`\`text\n$ ledger-conformance ${typed}\n${shown}\n\`\`\``);
}
await stop();
writeFileSync(page, text);
rmSync(folder, { recursive: true, force: true });
