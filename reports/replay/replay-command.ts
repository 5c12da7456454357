import { requirements } from '../../requirements/catalogue.ts';
import type { Operation } from '../../requirements/requirement.ts';
import { shellQuoted } from '../formats/shell-quote.ts';
import type { FindingGroup } from '../report/findings.ts';
import type { Report } from '../report/report.ts';

const ids = new Set(requirements.map(({ id }) => id));

/**
 * The command that sends the same requests again. If only cases of other requirements showed the finding, it selects
 * one of them, because cases belong to a requirement; if no single case did, it selects the whole operation.
 */
export function replayCommand(
  run: Report['run'],
  of: { readonly requirement: string; readonly operation: Operation },
  { examples, shownBy }: Pick<FindingGroup, 'examples' | 'shownBy'>,
): string {
  const owner = shownBy.size === 0 ? '' : (examples[0]?.exchanges[0]?.split('@', 1)[0] ?? '');
  const shower = ids.has(owner) ? owner : of.operation;
  const only = shownBy.has(of.requirement) ? of.requirement : shower;
  return `${setting(run)}ledger-conformance run --only ${only} ${sameContent(run)}`;
}

/** The command that repeats a whole run. */
export function rerunCommand(run: Report['run']): string {
  return `${setting(run)}ledger-conformance run ${sameContent(run)}`;
}

/** The number of cases in a soak is a setting without an option. */
function setting({ cases }: Report['run']): string {
  return cases === undefined ? '' : `CONFORMANCE_CASES=${cases} `;
}

function sameContent({ seed, nonce, effort }: Report['run']): string {
  const other = effort === 'standard' ? '' : ` --effort ${shellQuoted(effort)}`;
  return `--seed ${shellQuoted(seed)} --nonce ${shellQuoted(nonce)}${other}`;
}
