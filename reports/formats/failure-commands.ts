import { findExchanges } from '../../journal/exchanges.ts';
import type { Report, ReportFinding } from '../report/report.ts';
import { curlLines, curlSequence } from './curl.ts';

/** Findings with the curl command that sends the request of their first example again. */
export type FailureCommands = ReadonlyMap<ReportFinding, string>;

/** The first findings of a result; the others have the same cause more often than not. */
const commandsOfResult = 3;
const mostCommands = 60;
const longestCommand = 4_000;

/**
 * The curl commands of what failed or warned, from the exchanges in its results folder. A finding that depends on what was
 * sent before on the connection has one command for all of it.
 */
export function failureCommands(folder: string, report: Report): FailureCommands {
  const findings = report.results
    .filter(({ outcome }) => outcome === 'failed' || outcome === 'warned')
    .flatMap((result) => result.findings.slice(0, commandsOfResult))
    .slice(0, mostCommands);
  const exchanges = findExchanges(folder, findings.flatMap(exchangesOf));
  const commands = new Map<ReportFinding, string>();
  for (const finding of findings) {
    const sent = exchangesOf(finding).flatMap((id) => exchanges.get(id) ?? []);
    const [only, ...more] = sent;
    if (only === undefined || sent.length < exchangesOf(finding).length) continue;
    const { baseUrl } = report.target;
    const lines = more.length === 0 ? curlLines(only, baseUrl) : curlSequence(sent, baseUrl);
    const text = lines?.join('\n');
    if (text !== undefined && text.length <= longestCommand) commands.set(finding, text);
  }
  return commands;
}

function exchangesOf({ exchanges, behind = [] }: ReportFinding): readonly string[] {
  return [...behind, ...exchanges.slice(0, 1)];
}
