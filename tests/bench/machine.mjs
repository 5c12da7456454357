import { execFile } from 'node:child_process';
import { cpus, loadavg, release, totalmem } from 'node:os';
import { promisify } from 'node:util';
import { count } from './numbers.mjs';

const executed = promisify(execFile);

/** Prints how many milliseconds it took. */
const calculation = `
  const began = performance.now();
  let number = 1;
  for (let at = 0; at < 2e7; at += 1) number = (number * 48271) % 2147483647;
  process.stdout.write(String(performance.now() - began));`;

/** The machine that measured the figures, its load, and its speed. */
export async function machine() {
  const [first] = cpus();
  const memory = `${Math.round(totalmem() / 2 ** 30)} GiB`;
  const load = loadavg()[0]?.toFixed(1);
  const [alone, together] = [await fastest(1), await fastest(2)];
  return [
    `${cpus().length} cores (${(first?.model ?? 'unknown').trim()}), ${memory} of memory, ${process.platform} ${release()}`,
    `Node ${process.version}; load average ${load} before the first measurement`,
    `A fixed calculation takes ${count(alone)} ms, and ${count(together)} ms in two processes at once. On a machine that shares its processor, this changes from day to day, and the times below with it`,
  ];
}

/** The best of five times that it takes so many processes to do the calculation at once, each of them. */
async function fastest(processes) {
  let best = Number.POSITIVE_INFINITY;
  for (let time = 0; time < 5; time += 1) {
    const all = Array.from({ length: processes }, () => executed(process.execPath, ['--eval', calculation]));
    const taken = (await Promise.all(all)).map(({ stdout }) => Number(stdout));
    best = Math.min(best, Math.max(...taken));
  }
  return best;
}
