import { fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Proof } from './prove-one.ts';
import type { Assignment } from './worker.ts';

/** More processes than cores, as many changed servers are mostly silent: waited for, not worked on. */
const usualProcesses = Math.min(availableParallelism(), 8) + 3;

/** Proves subjects in a few processes more than there are cores, each subject on a port of its own; in any order. */
export async function proveAll(
  assignments: readonly Assignment[],
  onProof: (assignment: Assignment, proof: Proof) => void = () => {},
  processes = usualProcesses,
): Promise<Proof[]> {
  const proofs: Proof[] = [];
  const waiting = [...assignments];
  const worker = async (): Promise<void> => {
    const child = fork(join(dirname(fileURLToPath(import.meta.url)), 'worker.js'));
    try {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        const assignment = next;
        const proof = await new Promise<Proof>((resolve, reject) => {
          child.once('message', (message) => resolve(message as Proof));
          child.once('exit', (code) => reject(new Error(`A process that proves ended with ${code}.`)));
          child.send(assignment);
        });
        child.removeAllListeners('exit');
        proofs.push(proof);
        onProof(assignment, proof);
        if (proofs.length % 25 === 0) console.error(`  ${proofs.length} of ${assignments.length}`);
      }
    } finally {
      child.kill();
    }
  };
  await Promise.all(Array.from({ length: processes }, worker));
  return proofs;
}
