// npm run prove [-- --all] [-- --only TEXT] [-- --part N/M] [-- --write]: proves faults and variants by the judges' verdicts in plain
// Node, then runs a few faults through the real command. Options go to the first step; --only skips the second. With
// --conditions [--command] [--only TEXT] [--part N/M] [--write], only the probability of missing faults is measured, in this
// process or by the real command.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const options = process.argv.slice(2);

/** Exits with the status of a script if it is not 0. */
function need(script, ...args) {
  const { status } = spawnSync(process.execPath, [script, ...args], { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

const isOfConditions = options.includes('--conditions');
need(`build/tests/prove/${isOfConditions ? 'conditions' : 'prove'}.js`, ...options);
if (!isOfConditions && !options.includes('--only'))
  need('node_modules/vitest/vitest.mjs', 'run', '--config', 'tests/prove/vitest.config.ts');
