// npm run attack: makes a certificate of the reference server by a real run, forges it in every way of tests/attack/groups/, and
// verifies each forgery. Ends with a plain line "N refused, N accepted"; status 1 if one was accepted, or was refused for
// another reason than it should be, 2 if the arguments choose none. `-- --only TEXT` tries those whose group and name contain TEXT, such as
// `status:`.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { chosenOf } = await import('../../build/tests/attack/forgeries.js');
const chosen = chosenOf(process.argv.slice(2));
if (typeof chosen === 'string') {
  process.stderr.write(`${chosen}\n`);
  process.exit(2);
}
const folder = mkdtempSync(join(tmpdir(), 'ledger-conformance-attack-'));

/** Ends with the status of a command if it is not 0. */
function need(...args) {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: folder,
    encoding: 'utf8',
    env: bareEnvironment(),
  });
  if (status === 0) return;
  process.stderr.write(`${stdout}${stderr}`);
  throw Object.assign(new Error(`${args.join(' ')} failed.`), { status });
}

function bareEnvironment() {
  const own = Object.entries(process.env).filter(([name]) => !/^(TARGET|CONFORMANCE)_/.test(name));
  return Object.fromEntries(own);
}

try {
  const main = join(root, 'dist/cli/main.js');
  need(main, 'keygen', 'vendor.pem');
  need(main, 'keygen', 'stranger.pem');
  need(main, 'keygen', 'certifier.pem');
  need(
    main,
    'challenge',
    '--key',
    'certifier.pem',
    '--product',
    'reference server',
    '--output',
    'challenge.json',
  );
  const artifact = `image@sha256:${'a1'.repeat(32)}`;
  const answer = ['certify', '--reference', '--key', 'vendor.pem', '--challenge', 'challenge.json'];
  need(main, ...answer, '--artifact', artifact, '--bundle', 'challenged');
  need(main, 'certify', '--reference', '--key', 'vendor.pem', '--from', 'conformance-results');
  const attack = join(root, 'build/tests/attack/attack.js');
  const { status } = spawnSync(process.execPath, [attack, folder, ...process.argv.slice(2)], {
    stdio: 'inherit',
  });
  process.exitCode = status ?? 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
