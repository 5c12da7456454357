// Measures the budgets of the suite and writes them, with the machine, to docs/bench.md. Needs a build (`npm run bench`
// makes it). Options: --tiny (a trial that only prints), --schemathesis (installs it for the bench),
// --only PARTS (comma-separated), --cases SIZES of the soaks (comma-separated, increasing), --output FILE.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { costOfChecks } from './checks-cost.mjs';
import { machine } from './machine.mjs';
import { sideBySide } from './side-by-side.mjs';
import { soaks } from './soaks.mjs';
import { reported, root } from './suite.mjs';
import { startUp, wholeRuns } from './whole-runs.mjs';

const { values } = parseArgs({
  options: {
    tiny: { type: 'boolean', default: false },
    schemathesis: { type: 'boolean', default: false },
    only: { type: 'string', default: 'runs,start,checks,soak,findings' },
    cases: { type: 'string' },
    output: { type: 'string' },
  },
});
const size = values.tiny
  ? { sizes: [200, 400, 800], bare: 1_000, faults: 4, slow: false }
  : { sizes: [5_000, 40_000, 120_000], bare: 20_000, faults: 20, slow: true };
if (values.cases !== undefined) size.sizes = values.cases.split(',').map(Number);

let standard;
const parts = {
  runs: async () => {
    const { standard: run, ...part } = await wholeRuns(size);
    standard = run;
    return part;
  },
  start: startUp,
  checks: costOfChecks,
  soak: () => soaks(size),
  findings: async () =>
    sideBySide({ ...size, install: values.schemathesis, standard: standard ?? (await reported([])) }),
};

const began = performance.now();
const facts = await machine();
const sections = [];
let failed = false;
for (const name of values.only.split(',')) {
  const from = performance.now();
  process.stderr.write(`${name} … `);
  try {
    if (parts[name] === undefined)
      throw new Error(`There is no part ${name}. Parts are ${Object.keys(parts).join(', ')}.`);
    sections.push(...[await parts[name]()].flat());
  } catch (error) {
    failed = true;
    sections.push({
      heading: name,
      lines: [`Not measured: ${error instanceof Error ? error.message : error}`],
    });
  }
  process.stderr.write(`${Math.round((performance.now() - from) / 1000)} s\n`);
}
const page = [
  '# Bench',
  '',
  `Written by \`npm run bench\` on ${new Date().toISOString().slice(0, 10)}, in ${Math.round((performance.now() - began) / 1000)} s.`,
  '',
  ...facts.map((fact) => `- ${fact}`),
  '',
  'Ratios are more reliable than times: both sides of each were measured in this run, on this machine.',
  ...sections.flatMap(({ heading, lines }) => ['', `## ${heading}`, '', ...lines]),
  '',
].join('\n');
process.stdout.write(page);
const output =
  values.output ??
  (values.tiny || values.only !== 'runs,start,checks,soak,findings'
    ? undefined
    : join(root, 'docs/bench.md'));
if (output !== undefined) writeFileSync(output, page);
process.exitCode = failed ? 1 : 0;
