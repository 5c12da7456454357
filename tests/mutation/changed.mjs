// Mutates only the lines that changed since a commit, for .ci/run; .ci/nightly mutates everything. Base: the first
// argument, else MUTATION_BASE, else the parent commit. Limit: MUTATION_SECONDS, default 180.
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const base = process.argv[2] ?? process.env.MUTATION_BASE ?? 'HEAD^';
const seconds = Number(process.env.MUTATION_SECONDS ?? 180);
const reportFile = 'mutation-report/changed.json';
const sandbox = 'mutation-report/changed-sandbox';
const whole = JSON.parse(readFileSync(`${root}/tests/mutation/stryker.config.json`, 'utf8'));

/** Survivors always allowed, because a few equivalent mutants among few lines would give a bad score. */
const letPass = 2;

function finish(status, sentence) {
  console.log(sentence);
  process.exit(status);
}

function git(...args) {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  return status === 0 ? stdout : undefined;
}

/** `file:from-to` of every hunk of a diff without context. */
function* changedLines(diff) {
  let file = '';
  for (const line of diff.split('\n')) {
    if (line.startsWith('+++ b/')) file = line.slice(6);
    const [, start, count = '1'] = /^@@ -\S+ \+(\d+)(?:,(\d+))? @@/.exec(line) ?? [];
    if (start !== undefined && count !== '0') yield `${file}:${start}-${Number(start) + Number(count) - 1}`;
  }
}

/** Runs Stryker in its own process group, which is stopped with it; undefined on timeout. */
async function mutated(mutate) {
  mkdirSync(`${root}/mutation-report`, { recursive: true });
  const configFile = `${root}/mutation-report/changed.config.json`;
  const { $schema: _, ...config } = whole;
  const thresholds = { ...whole.thresholds, break: null };
  const jsonReporter = { fileName: reportFile };
  writeFileSync(
    configFile,
    JSON.stringify({ ...config, mutate, thresholds, jsonReporter, tempDirName: sandbox }),
  );
  rmSync(`${root}/${reportFile}`, { force: true });
  const stryker = spawn(
    process.execPath,
    ['node_modules/@stryker-mutator/core/bin/stryker.js', 'run', configFile],
    {
      cwd: root,
      stdio: 'inherit',
      detached: true,
    },
  );
  const late = { was: false };
  const timer = setTimeout(() => {
    late.was = true;
    process.kill(-stryker.pid, 'SIGKILL');
  }, seconds * 1000);
  const status = await new Promise((resolve) => stryker.on('close', resolve));
  clearTimeout(timer);
  rmSync(`${root}/${sandbox}`, { recursive: true, force: true });
  return late.was ? undefined : status;
}

if (git('rev-parse', '--verify', '--quiet', `${base}^{commit}`) === undefined) {
  finish(0, `There is no commit ${base} to compare with (a shallow clone has none), so nothing is mutated.`);
}
const paths = whole.mutate.map((pattern) => `:(glob)${pattern}`);
const diff = git(
  'diff',
  '--unified=0',
  '--diff-filter=d',
  '--no-color',
  '--no-ext-diff',
  base,
  '--',
  ...paths,
);
if (diff === undefined) finish(1, `git cannot show what changed since ${base}; run it by hand to see why.`);
const mutate = [...changedLines(diff)];
if (mutate.length === 0) finish(0, `No line of a judge, matcher or mutator changed since ${base}.`);

console.log(`Mutating what changed since ${base}: ${mutate.join(', ')}`);
const status = await mutated(mutate);
if (status === undefined) {
  finish(
    0,
    `Mutation was stopped after ${seconds} s and decides nothing; \`npm run mutation\` runs all of it.`,
  );
}
if (status !== 0) finish(1, 'Stryker failed; its words stand above.');
const { files } = JSON.parse(readFileSync(`${root}/${reportFile}`, 'utf8'));
const mutants = Object.values(files).flatMap((file) => file.mutants);
const having = (...statuses) => mutants.filter((mutant) => statuses.includes(mutant.status)).length;
const survived = having('Survived', 'NoCoverage');
const killed = having('Killed', 'Timeout');
const score = Math.floor((100 * killed) / Math.max(1, killed + survived));
const good = survived <= letPass || score >= whole.thresholds.low;
finish(
  good ? 0 : 1,
  `${killed} mutants killed, ${survived} survived in the changed lines (${score} %).${
    good ? '' : ' Assert what they change in a test, or say in tests/mutation/equivalent.md why nothing does.'
  }`,
);
