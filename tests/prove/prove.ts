#!/usr/bin/env node
import { fork } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { matrixOf } from './matrix.ts';
import { matrixPage } from './matrix-page.ts';
import type { Proof } from './prove-one.ts';
import { subjects } from './subject.ts';

// npm run prove [-- --all] [-- --only TEXT] [-- --part N/M] [-- --write]: every fault is killed, no variant is condemned.
const everything = process.argv.includes('--all');
const write = process.argv.includes('--write');
const only = process.argv.includes('--only') ? process.argv[process.argv.indexOf('--only') + 1] : undefined;

/** More processes than cores, as many changed servers are mostly silent: waited for, not worked on. */
const waiters = 3;

/** Proves subjects in a few processes more than there are cores, each subject on a port of its own. */
async function proveAll(indexes: readonly number[]): Promise<Proof[]> {
  const proofs: Proof[] = [];
  const waiting = [...indexes];
  const worker = async (): Promise<void> => {
    const child = fork(join(dirname(fileURLToPath(import.meta.url)), 'worker.js'));
    try {
      for (let index = waiting.shift(); index !== undefined; index = waiting.shift()) {
        const proof = await new Promise<Proof>((resolve, reject) => {
          child.once('message', (message) => resolve(message as Proof));
          child.once('exit', (code) => reject(new Error(`A process that proves ended with ${code}.`)));
          child.send({ index, everything });
        });
        child.removeAllListeners('exit');
        proofs.push(proof);
        if (proofs.length % 25 === 0) console.error(`  ${proofs.length} of ${indexes.length}`);
      }
    } finally {
      child.kill();
    }
  };
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), 8) + waiters }, worker));
  return proofs;
}

// One of several equal parts, such as 2/3, where time is short.
const asked = process.argv.includes('--part') ? process.argv[process.argv.indexOf('--part') + 1] : '1/1';
const [part = 0, parts = 0] =
  /^(\d+)\/(\d+)$/
    .exec(asked ?? '')
    ?.slice(1)
    .map(Number) ?? [];
if (part < 1 || part > parts) {
  console.error(`--part ${asked} is no part; give it as N/M, such as 2/3.`);
  process.exit(2);
}
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
const proofs = await proveAll(chosen);
const matrix = matrixOf(proofs);
const problems = isPartial
  ? matrix.problems.filter((problem) => !problem.startsWith('No fault'))
  : matrix.problems;
for (const problem of problems) console.log(problem);
if (only !== undefined) for (const proof of proofs) console.log(JSON.stringify(proof));
if (write && !isPartial) {
  const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..');
  mkdirSync(join(root, 'docs'), { recursive: true });
  writeFileSync(join(root, 'docs', 'kill-matrix.json'), `${JSON.stringify(matrix, null, 2)}\n`);
  writeFileSync(join(root, 'docs', 'kill-matrix.md'), matrixPage(matrix));
}
const { faults, variants, musts } = matrix;
console.log(
  `${faults.killed} of ${faults.total} faults killed, ${variants.condemned} of ${variants.total} variants condemned, ` +
    `${musts.proven} of ${musts.total} MUST proven, in ${Math.round((performance.now() - started) / 1_000)} s`,
);
process.exitCode = problems.length === 0 ? 0 : 1;
