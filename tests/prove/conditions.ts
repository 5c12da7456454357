#!/usr/bin/env node
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Chance, missedWords, readChances, withChances } from './chance.ts';
import { onlyAsked, partAsked } from './options.ts';
import { proveAll } from './pool.ts';
import { type Drawn, isKilled } from './prove-one.ts';
import { subjects } from './subject.ts';
import type { Assignment } from './worker.ts';

// npm run prove -- --conditions [--command] [--only TEXT] [--part N/M] [--write]: faults that show only in one condition are
// condemned by whole runs, and those that always show by every proof, whatever the seed and the nonce. With --command, the
// runs are those of the command, one after the other, and those that always show are left out.
const only = onlyAsked();
const [part, parts] = partAsked();

/** The default seed comes in the ordinary proof. */
const seeds = { whole: ['1', '2', '3'], inStages: ['1', '2'] };

const isByCommand = process.argv.includes('--command');

const chosen = subjects.flatMap((subject, index) =>
  subject.kind === 'fault' && (only === undefined || subject.change.id.includes(only))
    ? [{ index, isWhole: subject.change.only !== undefined }].filter(({ isWhole }) => isWhole || !isByCommand)
    : [],
);
const assignments = chosen
  .filter((_, place) => place % parts === part - 1)
  .flatMap(({ index, isWhole }): Assignment[] =>
    (isWhole ? seeds.whole : seeds.inStages).map((seed) => ({
      index,
      how: {
        seed,
        nonce: randomBytes(6).toString('hex'),
        as: isWhole ? (isByCommand ? 'command' : 'run') : 'stages',
      },
    })),
  );
if (assignments.length === 0) {
  console.error(`--only ${only} matches no fault${isByCommand ? ' with a condition' : ''}.`);
  process.exit(2);
}

const started = performance.now();
const whole = new Map<string, { runs: number; killed: number; missed: Drawn[] }>();
const problems: string[] = [];
const onProof: Parameters<typeof proveAll>[1] = ({ index, how }, proof) => {
  const subject = subjects[index];
  if (subject === undefined || typeof how === 'string') return;
  const { seed, nonce } = how;
  const killed = isKilled(subject, proof);
  if (how.as === 'stages') {
    if (!killed) problems.push(`${proof.id} always shows, and survives seed ${seed}, nonce ${nonce}.`);
    return;
  }
  if (proof.error !== null) problems.push(`${proof.id}, seed ${seed}, nonce ${nonce}: ${proof.error}.`);
  const chance = whole.get(proof.id) ?? { runs: 0, killed: 0, missed: [] };
  whole.set(proof.id, chance);
  chance.runs += 1;
  if (killed) chance.killed += 1;
  else chance.missed.push({ seed, nonce });
};
// A command uses both cores.
await (isByCommand ? proveAll(assignments, onProof, 1) : proveAll(assignments, onProof));

const all = [...whole].sort(([a], [b]) => (a < b ? -1 : 1));
for (const [id, { runs, killed, missed }] of all) {
  if (killed < runs)
    console.log(
      `${id} is missed in ${missedWords({ runs, killed })}: ${missed.map(({ seed, nonce }) => `seed ${seed}, nonce ${nonce}`).join('; ')}`,
    );
  if (killed === 0) problems.push(`${id} survives every run.`);
}
for (const problem of problems.sort()) console.log(problem);
if (process.argv.includes('--write')) {
  const path = join(
    dirname(fileURLToPath(import.meta.url)),
    '..',
    '..',
    '..',
    'docs',
    'kill-conditions.json',
  );
  const measured: Record<string, Chance> = Object.fromEntries(all);
  writeFileSync(path, `${JSON.stringify(withChances(readChances(path), measured), null, 2)}\n`);
}
const totals = all.reduce(
  (sum, [, { runs, killed }]) => ({ runs: sum.runs + runs, killed: sum.killed + killed }),
  { runs: 0, killed: 0 },
);
console.log(
  `${all.length} faults with a condition: missed in ${missedWords(totals)} runs; ` +
    `${assignments.length - totals.runs} proofs of others, in ${Math.round((performance.now() - started) / 1_000)} s`,
);
process.exitCode = problems.length === 0 ? 0 : 1;
