import { bareRate } from './bare.mjs';
import { count, isKept, megabytes, ratio, seconds, table } from './numbers.mjs';
import { soakRequests } from './replayed-requests.mjs';
import { reported, served } from './suite.mjs';

const concurrency = 32;

/**
 * Soaks of increasing size on a server in its own process, each followed by bare undici on the same server, so that a
 * drift in the machine's speed affects both sides of the ratio.
 */
export async function soaks({ sizes, bare }) {
  const server = await served();
  try {
    const runs = [];
    const rates = { one: [], two: [] };
    for (const cases of sizes) {
      const run = await reported(['--effort', 'soak'], {
        ...server.settings,
        CONFORMANCE_CASES: String(cases),
      });
      const { startedAt, finishedAt } = run.report.run;
      const took = (Date.parse(finishedAt) - Date.parse(startedAt)) / 1000;
      runs.push({
        cases,
        took,
        exchanges: run.report.counts.exchanges,
        peak: Math.max(0, ...run.peaks),
      });
      const requests = await soakRequests(run.folder, server.settings.TARGET_TOKEN);
      const sends = (processes) =>
        bareRate(server.settings.TARGET_BASE_URL, requests, concurrency, bare, processes);
      rates.one.push(await sends(1));
      rates.two.push(await sends(2));
    }
    return [growth(runs), throughput(runs[0], runs.at(-1), [mean(rates.one), mean(rates.two)])];
  } finally {
    server.stop();
  }
}

function mean(values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Two soaks differ only in the additional cases of the larger one. */
function between(a, b) {
  return { cases: b.cases - a.cases, took: b.took - a.took, exchanges: b.exchanges - a.exchanges };
}

function growth(runs) {
  const rows = runs.map((run, index) => {
    const more = index === 0 ? undefined : between(runs[index - 1], run);
    return [
      count(run.cases),
      seconds(run.took),
      more === undefined ? '–' : `${((more.took / more.cases) * 1000).toFixed(2)} ms`,
      run.peak === 0 ? 'not measured: no /proc here' : megabytes(run.peak),
    ];
  });
  const steps = runs.slice(1).map((run, index) => {
    const { took, cases } = between(runs[index], run);
    return took / cases;
  });
  const linear = steps.length > 1 ? (steps.at(-1) ?? 0) / (steps[0] ?? 1) : undefined;
  const [from, to] = [runs.at(-2)?.peak ?? 0, runs.at(-1)?.peak ?? 0];
  const flat = from > 0 ? to / from : undefined;
  return {
    heading: 'As cases grow',
    lines: [
      ...table(
        ['cases of the soak', 'whole run', 'per extra case', 'peak memory of the largest process'],
        rows,
      ),
      '',
      ...(linear === undefined
        ? []
        : [
            `Budget: linear. A case takes ${ratio(linear)} times as long as in the previous step: ${linear > 0 ? isKept(linear <= 1.25) : 'too few cases to tell'}.`,
          ]),
      ...(flat === undefined
        ? []
        : [
            `Budget: memory flat, ± 10 %. The last soak needs ${ratio(flat)} times the memory of the previous one: ${isKept(flat <= 1.1)}.`,
          ]),
    ],
  };
}

function throughput(smallest, largest, rates) {
  const more = between(smallest, largest);
  const judged = more.exchanges / more.took;
  return {
    heading: 'Judged exchanges against bare undici',
    lines: [
      ...table(
        ['what', 'exchanges per second'],
        [
          [
            `soak: generated, sent, judged, summed up (${count(more.exchanges)} exchanges: the largest soak minus the smallest)`,
            count(judged),
          ],
          ['bare undici, one process', count(rates[0])],
          ['bare undici, two processes, as a run has', count(rates[1])],
        ],
      ),
      '',
      `Budget: ≥ 0.5 of bare undici in as many processes. ${ratio(judged / rates[1])}: ${isKept(judged / rates[1] >= 0.5)}. It is ${ratio(judged / rates[0])} of bare undici in one process, which leaves one of two cores to the server. All take turns sending the requests of a soak, ${concurrency} at a time, to the same reference server in its own process; bare undici reads each response without looking at it, and its rates are means of the measurements after each soak.`,
    ],
  };
}
