import { namedChecks, nameOfCase } from '../../checks/named-checks.ts';
import type { Operation } from '../../requirements/requirement.ts';
import { shellQuoted } from '../formats/shell-quote.ts';
import type { FindingGroup } from '../report/findings.ts';
import type { Report } from '../report/report.ts';
import { caseIdOf } from './evidence.ts';

/** Where the repeated run writes its results, so that those of the finding are kept. */
export const againFolder = 'conformance-again';

/**
 * The command that sends the same requests again, and ends with status 0 once they are answered as they must be. It
 * selects the requirement if it has a check; if cases of another one showed the finding, that one too, because cases belong
 * to a requirement; if no single case did, or it showed by chance, the whole operation.
 */
export function replayCommand(run: Report['run'], of: Broken, group: Shown): string {
  return `${setting(run)}ledger-conformance run --only ${selection(of, group)} ${sameContent(run)} --output ${againFolder}`;
}

type Broken = { readonly requirement: string; readonly operation: Operation };
type Shown = Pick<FindingGroup, 'examples' | 'shownBy'> & {
  /** Whether every request of this kind showed it, or the check of the requirement is certain to show it again. */
  readonly isSteady: boolean;
};

function selection({ requirement, operation }: Broken, { examples, shownBy, isSteady }: Shown): string {
  // It may depend on what else is sent, and in what order.
  if (shownBy.size === 0 || !isSteady) return operation;
  const own = namedChecks.some((check) => check.requirement === requirement && check.operation === operation);
  if (own && shownBy.has(requirement)) return named(requirement, operation);
  const shower = nameOfCase(caseIdOf(examples[0]?.exchanges[0] ?? ''));
  const shown = shower === undefined ? operation : named(shower.requirement, operation);
  return own ? `${named(requirement, operation)},${shown}` : shown;
}

/** The command that sends the requests of the check again for which an exchange was sent. */
export function sameRequirement(run: Report['run'], exchange: string): string {
  const check = nameOfCase(caseIdOf(exchange));
  const only = check === undefined ? '' : `--only ${named(check.requirement, check.operation)} `;
  return `${setting(run)}ledger-conformance run ${only}${sameContent(run)} --output ${againFolder}`;
}

/** A requirement, with the operation if it has checks of several. */
function named(id: string, operation: Operation): string {
  const checks = namedChecks.filter((check) => check.requirement === id);
  return checks.length > 1 ? `${id}@${operation}` : id;
}

/** The command that repeats a whole run. */
export function rerunCommand(run: Report['run']): string {
  return `${setting(run)}ledger-conformance run ${sameContent(run)}`;
}

/** The number of cases in a soak, and a fixed User-Agent, are settings without an option. */
function setting({ cases, userAgent }: Report['run']): string {
  const fixed = userAgent === undefined ? '' : `CONFORMANCE_USER_AGENT=${shellQuoted(userAgent)} `;
  return cases === undefined ? fixed : `CONFORMANCE_CASES=${cases} ${fixed}`;
}

function sameContent({ seed, nonce, effort, disguise }: Report['run']): string {
  const other = effort === 'standard' ? '' : ` --effort ${shellQuoted(effort)}`;
  const dress = disguise === true ? ' --disguise' : '';
  return `--seed ${shellQuoted(seed)} --nonce ${shellQuoted(nonce)}${other}${dress}`;
}
