/** Texts of this many characters at first; doubled until reading one takes long enough to be measured. */
const smallest = 2_000;

/** A text beyond this size is not needed: what takes no time here takes none. */
const largest = 256_000;

const measurableMs = 1.5;

/** How many times as much text is compared with the first. */
const factor = 4;

/** What takes no more than this many times as long for each character of a longer text is linear. */
const linear = 2;

/**
 * How much faster the time of a function grows than its text: about 1 if it is linear, 4 if it is the square. If a longer
 * text takes longer than that, a still longer one is compared too, and the smaller growth counts: from some length on, a
 * function may read in another way, which takes longer for each character, but grows once.
 */
export function growthOf(textOf: (size: number) => string, read: (text: string) => unknown): number {
  let size = smallest;
  let time = best(textOf(size), read, 2);
  while (time < measurableMs && size < largest) {
    size *= 2;
    time = best(textOf(size), read, 2);
  }
  const growth = growthFrom(size, time, textOf, read);
  if (growth <= linear) return growth;
  const longer = factor * size;
  return Math.min(growth, growthFrom(longer, best(textOf(longer), read, 2), textOf, read));
}

/** The best of several, because other processes and garbage collection only ever add time. */
function growthFrom(
  size: number,
  time: number,
  textOf: (size: number) => string,
  read: (text: string) => unknown,
): number {
  // Short of what can be measured, a clock shows noise.
  const base = Math.max(time, measurableMs);
  let growth = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < 5 && growth > linear; attempt += 1)
    growth = Math.min(growth, best(textOf(factor * size), read, 2) / base / factor);
  return growth;
}

function best(text: string, read: (text: string) => unknown, times: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let time = 0; time < times; time += 1) {
    // Not the clock on the wall: other processes may have the cores.
    const before = process.cpuUsage();
    read(text);
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1_000);
  }
  return least;
}
