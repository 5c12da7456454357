import { requirements } from '../../requirements/catalogue.ts';
import type { Operation } from '../../requirements/requirement.ts';
import { shellQuoted } from '../formats/shell-quote.ts';
import type { FindingGroup } from '../report/findings.ts';
import type { Report } from '../report/report.ts';

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
  return `${setting(run)}ledger-conformance run --only ${only} ${sameContent(run)}`;
}

/** The command that sends everything of a run again. */
export function rerunCommand(run: Report['run']): string {
  return `${setting(run)}ledger-conformance run ${sameContent(run)}`;
}

/** The number of cases of a soak is a setting without an option. */
function setting({ cases }: Report['run']): string {
  return cases === undefined ? '' : `CONFORMANCE_CASES=${cases} `;
}

function sameContent({ seed, nonce, effort }: Report['run']): string {
  const other = effort === 'standard' ? '' : ` --effort ${shellQuoted(effort)}`;
  return `--seed ${shellQuoted(seed)} --nonce ${shellQuoted(nonce)}${other}`;
}
