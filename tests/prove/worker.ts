import { proveByCommand } from './prove-by-command.ts';
import { type Drawn, type Proof, proveInRun, proveOne } from './prove-one.ts';
import { type Subject, subjects } from './subject.ts';

/** What the parent sends: the next subject to prove, by its place in the catalogue. */
export interface Assignment {
  readonly index: number;
  /** In stages; against every check; in stages with another seed; or as one whole run, here or by the command. */
  readonly how: 'stages' | 'everything' | ({ readonly as: 'stages' | 'run' | 'command' } & Drawn);
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
  if (how.as === 'stages') return proveOne(subject, false, how);
  return how.as === 'run' ? proveInRun(subject, how) : proveByCommand(subject, how);
}
