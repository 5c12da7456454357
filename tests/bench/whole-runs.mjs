import { statSync } from 'node:fs';
import { join } from 'node:path';
import { count, isKept, seconds, table } from './numbers.mjs';
import { slowProxy } from './slow-proxy.mjs';
import { newFolder, processorTime, ran, reported, served } from './suite.mjs';

/** Whole runs and their budgets; `slow` adds one on a target that takes 100 ms for each answer. */
export async function wholeRuns({ slow }) {
  const rows = [];
  const standard = await bestOfThree([]);
  const { exchanges } = standard.report.counts;
  rows.push([
    '`standard` on the reference server, start-up included',
    '≤ 7 s, ≥ 9,000 judged exchanges',
    `${seconds(standard.seconds)}, ${count(exchanges)} exchanges`,
    isKept(standard.seconds <= 7 && exchanges >= 9_000),
  ]);
  const quick = await bestOfThree(['--effort', 'quick']);
  rows.push(['`quick`', '≤ 2.5 s', seconds(quick.seconds), isKept(quick.seconds <= 2.5)]);
  const verified = await verifying(standard.folder);
  rows.push(['`verify` of a bundle of that run', '≤ 5 s', seconds(verified), isKept(verified <= 5)]);
  rows.push(await processorTimeEach(exchanges));
  if (slow) {
    const server = await served();
    const proxy = await slowProxy(server.settings.TARGET_BASE_URL, 100);
    try {
      const late = await reported([], { ...server.settings, TARGET_BASE_URL: proxy.baseUrl });
      rows.push([
        '`standard` on a target that takes 100 ms for each answer',
        '≤ 60 s',
        `${seconds(late.seconds)}, ${count(late.report.counts.exchanges)} exchanges`,
        isKept(late.seconds <= 60),
      ]);
    } finally {
      proxy.close();
      server.stop();
    }
  }
  await ran(['report', standard.folder, '--format', 'html']);
  const bytes = statSync(join(standard.folder, 'report.html')).size;
  rows.push([
    `\`report.html\` of a run with ${count(exchanges)} exchanges`,
    '≤ 3 MB',
    `${(bytes / 1e6).toFixed(1)} MB`,
    isKept(bytes <= 3e6),
  ]);
  return {
    heading: 'Whole runs',
    lines: [
      ...table(['what', 'budget', 'measured', ''], rows),
      '',
      'Runs and `quick`: best of three. A browser test checks that the page opens within a second (`tests/browser/`).',
    ],
    standard,
  };
}

/** Of a run whose target is another process, start-up included. */
async function processorTimeEach(exchanges) {
  const server = await served();
  try {
    const each = (await processorTime(['run', '--output', newFolder()], server.settings)) / exchanges;
    return [
      'processor time of `standard` for each exchange',
      '≤ 0.25 ms',
      `${each.toFixed(2)} ms`,
      isKept(each <= 0.25),
    ];
  } finally {
    server.stop();
  }
}

/** The fastest of three runs: what else the machine does only makes them slower. */
async function bestOfThree(args) {
  const runs = [await reported(args), await reported(args), await reported(args)];
  return runs.reduce((best, run) => (run.seconds < best.seconds ? run : best));
}

/** Certifies a run of the reference server, and returns how many seconds verifying the bundle takes. */
async function verifying(folder) {
  const [key, bundle] = [newFolder(), newFolder()];
  await succeeding(['keygen', key]);
  await succeeding(['certify', '--reference', '--from', folder, '--key', key, '--bundle', bundle]);
  return (await succeeding(['verify', bundle, '--key', `${key}.pub`])).seconds;
}

async function succeeding(args) {
  const { status, said, ...rest } = await ran(args);
  if (status !== 0) throw new Error(`${args[0]} ended with ${status}: ${said.slice(-500)}`);
  return rest;
}

/** The parts of start-up: each command does one thing more than the previous one. */
export async function startUp() {
  const server = await served();
  try {
    const { settings } = server;
    const steps = [
      ['Node and the command line', ['--version']],
      ['checking the target (`doctor`)', ['doctor']],
      [
        'Playwright, a worker, one check and the report',
        ['run', '--only', 'LU-RES-USERS@list-users', '--effort', 'quick', '--output', newFolder()],
      ],
    ];
    const rows = [];
    let before = 0;
    for (const [what, args] of steps) {
      const times = [];
      for (let time = 0; time < 3; time += 1) times.push((await ran(args, settings)).seconds);
      const best = Math.min(...times);
      rows.push([what, seconds(Math.max(0, best - before)), seconds(best)]);
      before = best;
    }
    return {
      heading: 'Start-up',
      lines: [...table(['part', 'time', 'total'], rows), '', 'Best of three each.'],
    };
  } finally {
    server.stop();
  }
}
