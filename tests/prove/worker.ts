import { proveOne } from './prove-one.ts';
import { subjects } from './subject.ts';

/** What the parent sends: the next subject to prove, by its place in the catalogue. */
export interface Assignment {
  readonly index: number;
  readonly everything: boolean;
}

// A child whose parent is gone has nobody to prove for.
process.on('disconnect', () => process.exit());

process.on('message', ({ index, everything }: Assignment) => {
  const subject = subjects[index];
  if (subject === undefined) throw new Error(`There is no subject ${index}.`);
  void proveOne(subject, everything).then((proof) => process.send?.(proof));
});
