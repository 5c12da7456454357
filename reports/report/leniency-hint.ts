import { leniencyOf } from '../../generators/leniencies/catalogue.ts';
import type { ReportFinding } from './report.ts';

/** How many stacks a hint names. */
const stacksNamed = 4;

/**
 * What usually causes such a finding, and how to prevent it in common stacks; undefined unless an invalid request was
 * accepted that the catalogue of leniencies has.
 */
export function leniencyHint({ parameters }: Pick<ReportFinding, 'parameters'>): string | undefined {
  const [kind = ''] = typeof parameters?.of === 'string' ? parameters.of.split(' ', 1) : [];
  const leniency = leniencyOf(kind);
  if (leniency === undefined) return undefined;
  const remedies = leniency.stacks.slice(0, stacksNamed).map(({ name, remedy }) => `${name}: ${remedy}`);
  return [leniency.title, ...remedies].join(' ');
}
