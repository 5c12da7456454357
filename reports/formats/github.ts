import type { ReportView, ShownResult } from '../report/view.ts';
import { plainLine } from './plain-text.ts';

/** GitHub shows at most ten annotations of each kind for a step. */
const shown = 10;

/** The largest job summary of a step, in bytes. */
export const summaryLimit = 1024 * 1024;

/**
 * A report as workflow commands of GitHub Actions: an error for each broken MUST, a warning for each broken SHOULD and
 * each MUST that was not judged, and an error with the exit status if it is not 0. Waived failures are omitted, and a
 * waiver that expires soon is a warning.
 * @param file the file of the user's repository that they point to
 */
export function annotations(view: ReportView, file: string): string[] {
  const { gate, ending } = view;
  const warned = view.results.filter(
    ({ outcome, level, waived }) =>
      waived === null && (outcome === 'warned' || (outcome === 'inconclusive' && level === 'MUST')),
  );
  const ended =
    gate.status === 0
      ? []
      : [command('error', { title: `${view.words}; exit status ${gate.status}` }, gate.causes.join(' '))];
  return [
    ...ended,
    ...bounded('error', view.of('failed'), { most: shown - ended.length, file }),
    ...(ending.length === 0 ? [] : [command('warning', { title: 'Waivers expire soon' }, ending.join('\n'))]),
    ...bounded('warning', warned, { most: ending.length === 0 ? shown : shown - 1, file }),
  ];
}

function bounded(
  kind: 'error' | 'warning',
  results: readonly ShownResult[],
  { most, file }: { readonly most: number; readonly file: string },
): string[] {
  if (results.length <= most) return results.map((result) => annotation(kind, result, file));
  const more = results.length - most + 1;
  return [
    ...results.slice(0, most - 1).map((result) => annotation(kind, result, file)),
    command(kind, { title: `${more} more` }, 'They are in report.json and in the job summary.'),
  ];
}

function annotation(
  kind: 'error' | 'warning',
  { requirement: id, operation, outcome, said, findings, clause }: ShownResult,
  file: string,
): string {
  const [first] = findings;
  const title = `${id} on ${operation} ${outcome}`;
  const text =
    first === undefined
      ? said
      : `${plainLine(first.message, 300)} (${first.rate})\nThe document says: ${clause.quote}\nAgain: ${first.replay}`;
  return command(kind, { file, line: 1, title }, text);
}

/**
 * Formats a workflow command. Like GitHub's own toolkit, it escapes `%`, line ends and, in properties, `:` and `,`, so
 * that text cannot end a line or a property.
 */
export function command(
  kind: 'error' | 'warning',
  properties: Readonly<Record<string, string | number>>,
  text: string,
): string {
  const written = Object.entries(properties).map(([name, value]) => `${name}=${property(String(value))}`);
  return `::${kind} ${written.join(',')}::${data(text)}`;
}

function data(text: string): string {
  const lines = text.split('\n').map((line) => plainLine(line, 1_000));
  return lines.join('\n').replaceAll('%', '%25').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(plainLine(text, 300)).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

/** Where most users have their settings. */
const settingsFile = '.env';

/**
 * The file that annotations and alerts point to. It must be one of the user's repository, or CI does not show them: the
 * workflow that ran the suite, or else the file with its settings. The clause that was broken is in the message.
 * @param environment GITHUB_WORKFLOW_REF is `owner/repository/path@ref`; CI_CONFIG_PATH is the path on GitLab
 */
export function alertFile(environment: Readonly<Record<string, string | undefined>>): string {
  const workflow = /^[^/@]+\/[^/@]+\/([^@]+)@/.exec(environment.GITHUB_WORKFLOW_REF ?? '')?.[1];
  const pipeline = environment.CI_CONFIG_PATH;
  // GitLab's can also name another project or an address.
  const isPath = pipeline !== undefined && /^[\w./-]+$/.test(pipeline);
  return workflow ?? (isPath ? pipeline : settingsFile);
}
