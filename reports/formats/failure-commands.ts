import type { Evidence } from '../replay/evidence.ts';
import { isBroken, type Report, type ReportFinding } from '../report/report.ts';
import { curlSequence } from './curl.ts';

/** Findings with the curl command that sends the request of their first example again. */
export type FailureCommands = ReadonlyMap<ReportFinding, string>;

/** The first findings of a result; the others have the same cause more often than not. */
const commandsOfResult = 3;
const mostCommands = 60;
const longestCommand = 4_000;

/**
 * The curl commands of what failed or warned, from its exchanges. A finding that depends on what was
 * sent before on the connection has one command for all of it.
 */
export function failureCommands(report: Report, evidence: Pick<Evidence, 'exchange'>): FailureCommands {
  const findings = report.results
    .filter(isBroken)
    .flatMap((result) => result.findings.slice(0, commandsOfResult))
    .slice(0, mostCommands);
  const commands = new Map<ReportFinding, string>();
  for (const finding of findings) {
    const sent = exchangesOf(finding).flatMap((id) => evidence.exchange(id) ?? []);
    if (sent.length === 0 || sent.length < exchangesOf(finding).length) continue;
    const text = curlSequence(sent, report.target.baseUrl)?.join('\n');
    if (text !== undefined && text.length <= longestCommand) commands.set(finding, text);
  }
  return commands;
}

function exchangesOf({ exchanges, behind = [] }: ReportFinding): readonly string[] {
  return [...behind, ...exchanges.slice(0, 1)];
}
