import { readdirSync, readFileSync } from 'node:fs';

/** Watches a process and its descendants: peak resident memory in bytes, by process id. */
export function watchMemory(pid) {
  const peaks = new Map();
  const timer = setInterval(() => {
    for (const child of [pid, ...descendants(pid)]) {
      const peak = highWater(child);
      if (peak !== undefined) peaks.set(child, peak);
    }
  }, 200);
  return () => {
    clearInterval(timer);
    return peaks;
  };
}

/** Ids of the descendants of a process, from /proc; none on systems without it. */
function descendants(pid) {
  const parents = new Map();
  for (const name of listed('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    // `pid (name) state ppid …`, where the name may contain anything.
    const stat = read(`/proc/${name}/stat`);
    parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]));
  }
  const found = [];
  for (let at = 0, queue = [pid]; at < queue.length; at += 1)
    for (const [child, parent] of parents)
      if (parent === queue[at]) {
        queue.push(child);
        found.push(child);
      }
  return found;
}

function highWater(pid) {
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(read(`/proc/${pid}/status`)) ?? [];
  return kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
}

function listed(path) {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}

/** A process may end while it is being read. */
function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
