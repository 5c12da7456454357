import { existsSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { count, quantile, table } from './numbers.mjs';
import { kill, longest, newFolder, start } from './suite.mjs';

/** Calls `take` for each line added to a file from now on, with the time. */
function follow(path, take) {
  let file;
  let at = 0;
  let rest = '';
  const buffer = Buffer.alloc(1 << 20);
  return () => {
    if (file === undefined && !existsSync(path)) return;
    file ??= openSync(path, 'r');
    for (let read = 1; read > 0; ) {
      read = readSync(file, buffer, 0, buffer.length, at);
      at += read;
      const lines = (rest + buffer.toString('latin1', 0, read)).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) take(line, performance.now());
    }
  };
}

/** Calls `take` for each line of a run's journal as it is written, until the run ends or `take` stops it. */
export async function whileRunning(args, settings, take) {
  const folder = newFolder();
  const began = performance.now();
  const child = start(['run', '--output', folder, ...args], settings);
  child.stdout.resume();
  child.stderr.resume();
  const ended = new Promise((resolve) => child.once('close', resolve));
  const poll = follow(join(folder, 'run.ndjson'), (line, now) => take(line, (now - began) / 1000, child));
  const timer = setInterval(poll, 15);
  const patience = setTimeout(() => kill(child), longest);
  const status = await ended;
  clearTimeout(patience);
  clearInterval(timer);
  poll();
  return status;
}

/** The cost of each check of a standard run: the time since the previous check in the same worker. */
export async function costOfChecks() {
  const last = new Map();
  const costs = [];
  await whileRunning([], {}, (line, now) => {
    if (!line.startsWith('{"type":"check"')) return;
    const { requirement, operation } = JSON.parse(line);
    const worker = operation === 'generate-topology' ? 'one' : 'other';
    const before = last.get(worker);
    last.set(worker, now);
    if (before !== undefined)
      costs.push({ name: `${requirement} · ${operation}`, ms: (now - before) * 1000 });
  });
  const all = costs.map(({ ms }) => ms);
  const most = [...costs].sort((a, b) => b.ms - a.ms).slice(0, 5);
  const ms = (value) => `${count(value)} ms`;
  return {
    heading: 'Cost of a check',
    lines: [
      `${count(all.length)} checks of a \`standard\` run: half take at most ${ms(quantile(all, 0.5))}, nine in ten at most ${ms(quantile(all, 0.9))}. The slowest five:`,
      '',
      ...table(
        ['check', 'takes'],
        most.map(({ name, ms: value }) => [name, ms(value)]),
      ),
      '',
      'Measured from when checks end in the journal, to about 15 ms.',
    ],
  };
}
