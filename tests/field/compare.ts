import type { Breach } from './breaches.ts';
import type { StandardRun } from './standard-run.ts';

/** The breaches of a server that a standard run reports by kind, and those that it misses. */
export interface Compared {
  readonly reported: readonly Breach[];
  readonly missed: readonly Breach[];
}

/**
 * Whether a standard run reports a breach by kind: a leniency if it shows the same requirement broken by a request with
 * the same thing wrong, a form if it shows the requirement broken with the same status and media type.
 */
export function compare(breaches: Iterable<Breach>, run: StandardRun): Compared {
  const reported: Breach[] = [];
  const missed: Breach[] = [];
  for (const breach of breaches) (isReported(breach, run) ? reported : missed).push(breach);
  return { reported, missed };
}

function isReported({ operation, requirement, type, kinds }: Breach, run: StandardRun): boolean {
  const place = `${operation} | ${requirement}`;
  const [kind = ''] = kinds;
  if (type === 'form') return run.forms.has(`${place} | ${kind}`);
  if (!kind.startsWith('credential:')) return run.leniencies.has(`${place} | ${kind}`);
  // A server reads credentials in one place, so a finding on any operation says it; which requirement is for the run to say.
  return [...run.leniencies].some((each) => each.includes(' | AUTH') && each.endsWith(` | ${kind}`));
}
