#!/usr/bin/env node
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readChances } from './chance.ts';
import { type Matrix, matrixOf, withProofs } from './matrix.ts';
import { matrixPage } from './matrix-page.ts';
import { onlyAsked, partAsked } from './options.ts';
import { proveAll } from './pool.ts';
import { subjects } from './subject.ts';

// npm run prove [-- --all] [-- --only TEXT] [-- --part N/M] [-- --write]: every fault is killed, no variant is condemned. With
// --only or --part, --write writes these into the kill matrix that there is.
const everything = process.argv.includes('--all');
const write = process.argv.includes('--write');
const only = onlyAsked();

const [part, parts] = partAsked();
const isPartial = only !== undefined || parts > 1;
const chosen = [...subjects.keys()].filter(
  (index) =>
    index % parts === part - 1 && (only === undefined || subjects[index]?.change.id.includes(only) === true),
);
if (chosen.length === 0) {
  console.error(`--only ${only} matches no fault and no variant.`);
  process.exit(2);
}
const started = performance.now();
const how = everything ? 'everything' : 'stages';
const proofs = await proveAll(chosen.map((index) => ({ index, how })));
const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..');
const page = (name: string): string => join(root, 'docs', name);
const own = matrixOf(proofs);
const problems = isPartial ? own.problems.filter((problem) => !problem.startsWith('No fault')) : own.problems;
for (const problem of problems) console.log(problem);
if (only !== undefined) for (const proof of proofs) console.log(JSON.stringify(proof));
if (write) {
  const known = JSON.parse(readFileSync(page('kill-matrix.json'), 'utf8')) as Matrix;
  const matrix = isPartial ? withProofs(known, proofs) : own;
  writeFileSync(page('kill-matrix.json'), `${JSON.stringify(matrix, null, 2)}\n`);
  writeFileSync(page('kill-matrix.md'), matrixPage(matrix, readChances(page('kill-conditions.json'))));
}
const { faults, variants, musts } = own;
const proven = isPartial ? [] : [`${musts.proven} of ${musts.total} MUST proven`];
const counts = [
  `${faults.killed} of ${faults.total} faults killed`,
  `${variants.condemned} of ${variants.total} variants condemned`,
  ...proven,
];
console.log(`${counts.join(', ')}, in ${Math.round((performance.now() - started) / 1_000)} s`);
process.exitCode = problems.length === 0 ? 0 : 1;
