import { type Drawn, type Proof, proveInRun, proveOne } from './prove-one.ts';
import { type Subject, subjects } from './subject.ts';

/** What the parent sends: the next subject to prove, by its place in the catalogue. */
export interface Assignment {
  readonly index: number;
  /** In stages; against every check; in stages with another seed; or as one whole run with a seed and nonce. */
  readonly how: 'stages' | 'everything' | ({ readonly inStages?: true } & Drawn);
}

// A child whose parent is gone has nobody to prove for.
process.on('disconnect', () => process.exit());

process.on('message', ({ index, how }: Assignment) => {
  const subject = subjects[index];
  if (subject === undefined) throw new Error(`There is no subject ${index}.`);
  void prove(subject, how).then((proof) => process.send?.(proof));
});

function prove(subject: Subject, how: Assignment['how']): Promise<Proof> {
  if (typeof how === 'string') return proveOne(subject, how === 'everything');
  return how.inStages === true ? proveOne(subject, false, how) : proveInRun(subject, how);
}
