#!/usr/bin/env node
// Runs the suite, compares the result with the previous night, keeps a history and renders the trend (docs/nightly.md).
// Usage: node nightly.mjs [--history FOLDER] [--keep N] [--evidence N] [-- OPTIONS OF run]
import { spawn } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  options: {
    history: { type: 'string', default: 'nightly' },
    keep: { type: 'string', default: '30' },
    evidence: { type: 'string', default: '7' },
  },
  allowPositionals: true,
});
const keep = wholeNumber('--keep', values.keep);
const evidence = wholeNumber('--evidence', values.evidence);
const { history } = values;
const isNight = /^\d{4}-\d{2}-\d{2}T\d{6}Z$/;

mkdirSync(history, { recursive: true });
const before = nights().findLast((name) => hasTested(reportOf(join(history, name))));
const tonight = new Date()
  .toISOString()
  .replace(/\.\d+Z$/, 'Z')
  .replaceAll(':', '');
const folder = join(history, tonight);
const formats = ['--format', 'junit,html', '--history', history];
const ran = await suite('run', '--seed', 'random', ...formats, ...positionals, '--output', folder);
const report = reportOf(folder);
// Only a target that could not be tested is worth a row in the trend; a wrong option or setting says nothing about it.
if (report === undefined || (!hasTested(report) && ran !== 3)) {
  console.error(`The run tested nothing (status ${ran}); the history is unchanged.`);
  rmSync(folder, { recursive: true, force: true });
  process.exit(ran === 0 ? 4 : ran);
}

let status = ran;
if (before === undefined || !hasTested(report)) {
  const { verdict, target, gate } = report;
  mail(`${verdict} · ${target.baseUrl} · ${tonight.slice(0, 10)}`, gate.causes);
} else {
  const old = join(history, before);
  const comparison = join(folder, 'comparison.json');
  const compared = await suite('compare', old, folder, '--format', 'json', '--output', comparison);
  await suite('compare', old, folder, '--format', 'markdown', '--output', join(folder, 'comparison.md'));
  await suite('compare', old, folder, '--output', join(history, 'mail.txt'));
  await suite('compare', old, folder);
  mail(
    JSON.parse(readFileSync(comparison, 'utf8')).summary,
    readFileSync(join(history, 'mail.txt'), 'utf8').trimEnd().split('\n'),
  );
  // Failures of the previous night are known; a run without a verdict, or a failure of the suite, must still be noticed.
  status = ran <= 1 ? compared : ran;
}
forget();
for (const [format, file] of [
  ['markdown', 'trend.md'],
  ['svg', 'trend.svg'],
  ['html', 'trend.html'],
]) {
  const drawn = await suite('trend', history, '--format', format, '--output', join(history, file));
  // The old trend stays, so its failure must be noticed; a regression matters more.
  if (drawn !== 0 && status !== 1) status = drawn;
  if (drawn === 0 && format === 'markdown')
    appendFileSync(join(history, file), '\n![Broken requirements by night](trend.svg)\n');
  if (drawn === 0 && format === 'html') console.log(`trend: ${join(history, file)}`);
}
process.exitCode = status;

/** The report in a results folder; undefined if the run left none. */
function reportOf(results) {
  const path = join(results, 'report.json');
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
}

/** Whether a run tested anything: the target can be away, or a setting wrong. */
function hasTested({ counts }) {
  return counts.cases > 0;
}

/** Writes the text of a mail: the subject in the first line, and not more than anybody reads; the rest is in the history. */
function mail(subject, lines) {
  const shown =
    lines.length > 36 ? [...lines.slice(0, 34), `… ${lines.length - 34} more lines in comparison.md`] : lines;
  writeFileSync(
    join(history, 'mail.txt'),
    `${[subject, '', ...shown, '', `Results: ${folder}`].join('\n')}\n`,
  );
}

/** Folders of nights, oldest first: their names are timestamps. */
function nights() {
  return readdirSync(history, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(history, entry.name, 'report.json')))
    .map(({ name }) => name)
    .sort();
}

/**
 * Runs a command of the suite with the output of this script; resolves to its status. SIGTERM is passed on, so that the run
 * ends in order and writes its report: a container gets it alone. Ctrl-C reaches the command too.
 */
function suite(...args) {
  const built = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
  const [command, first] = existsSync(built) ? [process.execPath, [built]] : ['ledger-conformance', []];
  // An installed command is a script on Windows: only the shell starts it, and takes what is in quotation marks as one argument.
  const shell = process.platform === 'win32' && !existsSync(built);
  const given = shell ? args.map((each) => `"${each}"`) : args;
  const child = spawn(command, [...first, ...given], { stdio: 'inherit', shell });
  const onSignal = (signal) => signal === 'SIGTERM' && child.kill(signal);
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
  return new Promise((resolve) => {
    child.once('error', ({ code }) => {
      console.error(`${command} cannot be started (${code}). Build the suite, or add it to the PATH.`);
      process.exit(4);
    });
    child.once('exit', (status) => {
      process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
      resolve(status ?? 4);
    });
  });
}

/**
 * Keeps the evidence of the last nights and the reports of more of them, and deletes older nights. What a killed night left
 * goes too: it has no report, and the night before this one began after it.
 */
function forget() {
  const all = nights();
  for (const name of readdirSync(history))
    if (isNight.test(name) && !all.includes(name) && name < (before ?? ''))
      rmSync(join(history, name), { recursive: true });
  for (const name of all.slice(0, -keep)) rmSync(join(history, name), { recursive: true });
  const lasting = new Set(['report.json', 'comparison.json', 'comparison.md']);
  for (const name of all.slice(-keep, -evidence)) {
    for (const file of readdirSync(join(history, name)))
      if (!lasting.has(file)) rmSync(join(history, name, file), { recursive: true });
  }
}

function wholeNumber(option, text) {
  if (/^[1-9]\d*$/.test(text)) return Number(text);
  console.error(`${option} must be a whole number, 1 or more.`);
  process.exit(2);
}
