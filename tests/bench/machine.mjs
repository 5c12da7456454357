import { cpus, loadavg, release, totalmem } from 'node:os';

/** The machine that measured the figures, and its load. */
export function machine() {
  const [first] = cpus();
  const memory = `${Math.round(totalmem() / 2 ** 30)} GiB`;
  const load = loadavg()[0]?.toFixed(1);
  return [
    `${cpus().length} cores (${(first?.model ?? 'unknown').trim()}), ${memory} of memory, ${process.platform} ${release()}`,
    `Node ${process.version}; load average ${load} before the first measurement`,
  ];
}
