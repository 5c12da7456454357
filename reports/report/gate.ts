import type { CheckLine } from '../../journal/journal-line.ts';
import type { GateStatus, Report, ReportResult, ReportWaiver, Verdict } from './report.ts';
import { isRed, waiverInWords } from './waiver-in-words.ts';

/** What the exit status follows from. */
export interface GateParts {
  readonly verdict: Verdict;
  readonly coverage: Report['coverage'];
  readonly results: readonly ReportResult[];
  readonly waivers: readonly ReportWaiver[];
  readonly incomplete: boolean;
  readonly problems: readonly string[];
  readonly errors: readonly CheckLine[];
  readonly strict: boolean;
  readonly requireAll: boolean;
}

/** The first status of 1, 4, 3, 0 that applies, with every cause there is in that order, in sentences. */
export function gateOf(parts: GateParts): Report['gate'] {
  const causes: readonly (readonly [GateStatus, readonly string[]])[] = [
    [1, breaches(parts)],
    [4, parts.errors.map(suiteFailure)],
    [3, withoutVerdict(parts)],
  ];
  const status = causes.find(([, sentences]) => sentences.length > 0)?.[0] ?? 0;
  return { status, causes: causes.flatMap(([, sentences]) => sentences) };
}

function breaches({ results, waivers, strict }: GateParts): string[] {
  const unwaived = results.filter(({ waived }) => waived === null);
  const failed = unwaived.filter(({ level, outcome }) => level === 'MUST' && outcome === 'failed');
  const warned = strict ? unwaived.filter(({ outcome }) => outcome === 'warned') : [];
  return [
    ...(failed.length === 0 ? [] : [`${counted(failed, 'MUST')} broken: ${listed(failed)}.`]),
    ...(warned.length === 0
      ? []
      : [`${counted(warned, 'SHOULD')} broken, which --strict counts: ${listed(warned)}.`]),
    ...waivers.filter(isRed).flatMap((waiver) => waiverInWords(waiver) ?? []),
  ];
}

function suiteFailure({ requirement, operation, reason }: CheckLine): string {
  return `The suite itself failed in ${requirement} on ${operation}: ${reason ?? 'no reason given'}`;
}

function withoutVerdict({
  verdict,
  coverage,
  results,
  incomplete,
  problems,
  requireAll,
}: GateParts): string[] {
  const must = results.filter(({ level }) => level === 'MUST');
  const open = must.filter(({ outcome }) => outcome === 'inconclusive');
  const { total, exercised } = coverage.must;
  return [
    ...(incomplete && problems.length === 0 ? ['The run did not end.'] : problems),
    ...(open.length === 0 ? [] : [`${counted(open, 'MUST')} inconclusive: ${listed(open)}.`]),
    ...(verdict === 'inconclusive' && !must.some(({ outcome }) => outcome === 'passed')
      ? ['No MUST requirement was seen to be kept.']
      : []),
    ...(requireAll && coverage.state === 'partial'
      ? [`Coverage is partial, which --require-all forbids: ${exercised} of ${total} MUST were exercised.`]
      : []),
  ];
}

function counted(results: readonly ReportResult[], level: string): string {
  return results.length === 1 ? `1 ${level} requirement is` : `${results.length} ${level} requirements are`;
}

function listed(results: readonly ReportResult[]): string {
  const names = results.slice(0, 10).map(({ requirement, operation }) => `${requirement} on ${operation}`);
  const more = results.length - names.length;
  return `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
