import { whileRunning } from './checks-cost.mjs';
import { kill, served } from './suite.mjs';

/** Seconds from the start of the command to the first finding in the journal, by fault; undefined if none came. */
export async function suiteFirstFindings(faults) {
  const found = new Map();
  for (const fault of faults) {
    const server = await served('--fault', fault);
    try {
      await whileRunning([], server.settings, (line, now, child) => {
        if (found.has(fault) || !/^\{"type":"(judgement|sum)".*"findings":\[\{/.test(line)) return;
        found.set(fault, now);
        kill(child);
      });
    } finally {
      server.stop();
    }
  }
  return found;
}
