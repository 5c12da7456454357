import { caseIdOf, checkId } from '../../engine/check.ts';
import { nameOfCase } from '../../engine/named-checks.ts';
import { shellQuoted } from '../formats/shell-quote.ts';
import { type FindingGroup, isShownByOwnCheck } from '../report/findings.ts';
import type { Report, ReportResult } from '../report/report.ts';

/**
 * The command that sends the same requests again, and ends with status 0 once they are answered as they must be. It
 * selects the check that sent the clearest example, or that of the requirement where it is certain to show it again; if no
 * single case showed it, it showed by chance, or only beside other requests, the whole operation.
 * @param isSteady whether every request of this kind showed it
 */
export function replayCommand(
  run: Report['run'],
  of: Pick<ReportResult, 'requirement' | 'operation'>,
  group: Pick<FindingGroup, 'examples' | 'isOfCase' | 'onlyConcurrent' | 'ownCases'>,
  isSteady: boolean,
): string {
  const shower = nameOfCase(caseIdOf(group.examples[0]?.exchanges[0] ?? ''));
  const isOwn = isShownByOwnCheck(group);
  // It may depend on what else is sent, and in what order.
  const isByChance = !group.isOfCase || group.onlyConcurrent || !(isSteady || isOwn);
  const check = isOwn ? of : shower;
  return again(run, isByChance || check === undefined ? of.operation : checkId(check));
}

/** The command that sends the requests of the check again for which an exchange was sent. */
export function sameRequirement(run: Report['run'], exchange: string): string {
  const check = nameOfCase(caseIdOf(exchange));
  return again(run, check && checkId(check));
}

/** Where the repeated run writes its results, so that those of the finding are kept. */
const againFolder = 'conformance-again';

function again(run: Report['run'], selection: string | undefined): string {
  const only = selection === undefined ? '' : `--only ${selection} `;
  return `${setting(run)}ledger-conformance run ${only}${sameContent(run)} --output ${againFolder}`;
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
  const style = disguise === true ? ' --disguise' : '';
  return `--seed ${shellQuoted(seed)} --nonce ${shellQuoted(nonce)}${other}${style}`;
}
