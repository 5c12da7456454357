import { requirements } from '../requirements/catalogue.ts';
import type { Operation } from '../requirements/requirement.ts';
import type { FindingGroup } from './findings.ts';
import type { Report } from './report.ts';
import { shellQuoted } from './shell-quote.ts';

const ids = new Set(requirements.map(({ id }) => id));

/**
 * The command that sends the same requests again. Where only cases of other requirements showed a finding, one of them
 * is selected, because cases are drawn for the requirement they belong to; where no case did, the whole operation.
 */
export function replayCommand(
  run: Report['run'],
  of: { readonly requirement: string; readonly operation: Operation },
  { exchanges, shownBy }: Pick<FindingGroup, 'exchanges' | 'shownBy'>,
): string {
  const owner = exchanges[0]?.split('@', 1)[0] ?? '';
  const shower = ids.has(owner) ? owner : of.operation;
  const only = shownBy.has(of.requirement) ? of.requirement : shower;
  const effort = run.effort === 'standard' ? '' : ` --effort ${shellQuoted(run.effort)}`;
  return `ledger-conformance run --only ${only} --seed ${shellQuoted(run.seed)} --nonce ${shellQuoted(run.nonce)}${effort}`;
}
