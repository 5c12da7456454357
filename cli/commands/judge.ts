import { existsSync, statSync } from 'node:fs';
import type { Finding } from '../../journal/finding.ts';
import { groupBy } from '../../journal/group-by.ts';
import { readJournal } from '../../journal/run-journal.ts';
import { type Explained, explained } from '../../judges/recorded/explained.ts';
import { type JudgedRecording, judgeRecording } from '../../judges/recorded/judge-recording.ts';
import { readRecording } from '../../judges/recorded/reading/read-recording.ts';
import { type Defect, type Deviation, levelOf, type Profile } from '../../profiles/profile.ts';
import { counted, firstNames, plainLine } from '../../reports/formats/plain-text.ts';
import { judgeAgain } from '../../reports/replay/judge-again.ts';
import { viewOf } from '../../reports/report/view.ts';
import { columnsOf, indented } from '../../reports/terminal/lines.ts';
import { renderSummary } from '../../reports/terminal/terminal.ts';
import { requirement } from '../../requirements/catalogue.ts';
import { loadProfile, recordedProfile } from '../../settings/load-profile.ts';
import { readBytes } from '../../settings/read-file.ts';
import { UsageError } from '../../settings/usage-error.ts';
import type { Options } from '../options.ts';
import { exitStatus } from '../output/exit-status.ts';
import { orMalformed } from '../output/or-malformed.ts';
import { say } from '../output/say.ts';

/** Judges exchanges again without sending anything: a results folder, or a recording of another tool. */
export async function judge(path: string, options: Options<'judge'>): Promise<number> {
  if (!existsSync(path))
    throw new UsageError([`${path} does not exist. Give a results folder or a recording (.ndjson).`]);
  return statSync(path).isDirectory()
    ? orMalformed([path], () => judgeFolder(path, options))
    : judgeRecordingFile(path, options);
}

function judgeFolder(folder: string, options: Options<'judge'>): number {
  const journal = readJournal(folder);
  const profile =
    options.profile === undefined
      ? recordedProfile(journal.header.profile)
      : loadProfile(options.profile, '--profile');
  const { aggregated, differing, notJudged } = judgeAgain(journal, {
    strict: options.strict === true,
    requireAll: false,
    profile,
  });
  process.stdout.write(
    renderSummary(viewOf(aggregated), { columns: columnsOf(process.stdout), colour: false }),
  );
  countCases(
    notJudged,
    'case was not judged, because its exchanges or its judge are missing',
    'cases were not judged, because their exchanges or judges are missing',
  );
  if (options.profile === undefined || options.profile === journal.header.profile) {
    countCases(
      differing,
      'case is judged differently than in the run',
      'cases are judged differently than in the run',
    );
    say(
      `Judged ${counted(journal.cases.length - notJudged.length, 'case')} again; ${differing.length} differ from the run.`,
    );
    if (differing.length > 0) return exitStatus.suiteFailed;
  }
  return aggregated.report.gate.status;
}

function countCases(ids: readonly string[], one: string, many: string): void {
  if (ids.length === 0) return;
  say(
    `${ids.length} ${ids.length === 1 ? one : many}: ${ids.slice(0, 5).join(', ')}${ids.length > 5 ? ', …' : ''}`,
  );
}

/** How many exchanges that were left out are named for each reason. */
const namedExchanges = 5;

/** A recording is held in memory, several times its size. */
const recordingMebibytes = 64;

/**
 * Judges a recording of another tool (format: tests/recorded/README.md): findings by requirement, with the records that
 * show them. Without a conductor, coverage is never complete.
 */
function judgeRecordingFile(path: string, options: Options<'judge'>): number {
  const profile = loadProfile(options.profile, '--profile');
  const sentence = `${path} cannot be read. Give a results folder, or a recording.`;
  const recording = readRecording(readBytes(path, sentence, recordingMebibytes).toString());
  const { judged, unclassified, observed, together } = judgeRecording(recording, profile);
  const findings = [...judged.flatMap(({ judgement }) => judgement.findings), ...together.findings];
  const broken = findings.filter((finding) => level(profile, finding) === 'MUST');
  const warned = findings.filter((finding) => level(profile, finding) === 'SHOULD');
  show('Failures', broken);
  show('Warnings', warned);
  if (profile.deviations.length > 0) {
    showExplained(explained(judgeRecording(recording, loadProfile('document')), profile), profile);
  }
  showLeftOut('Not judged', unclassified);
  showLeftOut('Only observed', observed);
  say(
    `Judged ${counted(judged.length, 'exchange')} under the profile ${profile.id}: ${counted(broken.length, 'finding')}, ${counted(warned.length, 'warning')}.`,
  );
  if (judged.length === observed.length) {
    say('inconclusive: nothing could be judged');
    return exitStatus.noVerdict;
  }
  const failed = broken.length > 0 || (options.strict === true && warned.length > 0);
  const warnings = warned.length === 0 ? '' : `, ${counted(warned.length, 'warning')}`;
  say(`${failed ? 'non-conformant' : 'conformant as far as recorded'}${warnings}`);
  return failed ? exitStatus.nonConformant : exitStatus.conformant;
}

function showLeftOut(title: string, all: JudgedRecording['observed']): void {
  if (all.length === 0) return;
  say(`${title}: ${counted(all.length, 'exchange')}`);
  for (const [reason, alike] of groupBy(all, (each) => each.reason)) {
    const names = alike.map(({ name }) => plainLine(name, 60));
    say(`  ${alike.length}: ${plainLine(reason, 200)}`);
    say(`    ${firstNames(names, namedExchanges)}`);
  }
  say('');
}

function level(profile: Profile, finding: Finding): string {
  return levelOf(profile, requirement(finding.requirement), finding.operation);
}

function show(title: string, findings: readonly Finding[]): void {
  if (findings.length === 0) return;
  const groups = groupBy(findings, ({ requirement: id, operation }) => `${id} on ${operation}`);
  say(`${title}: ${counted(findings.length, 'finding')} on ${counted(groups.size, 'requirement')}`, '');
  for (const [key, group] of groups) {
    const [first] = group;
    say(`${key} (${group.length})`, ...indented(`“${requirement(first?.requirement ?? '').quote}”`, 2));
    for (const { exchanges, message, actual } of group)
      say(
        `  ${plainLine(exchanges.join(', '), 70)}`,
        `    ${plainLine(`${message}; received: ${actual}`, 150)}`,
      );
    say('');
  }
}

/** Prints the deviations and known defects of a profile found in a recording, with reason, source and records. */
function showExplained(all: readonly Explained[], profile: Profile): void {
  const shown = new Map<Deviation | Defect, Set<string>>();
  for (const { by, name } of all) {
    if (by === undefined) continue;
    shown.set(by, (shown.get(by) ?? new Set()).add(name));
  }
  const entries = [...profile.deviations, ...(profile.defects ?? [])].filter((entry) => shown.has(entry));
  const deviations = entries.filter((entry) => 'requirement' in entry);
  const defects = entries.filter((entry) => 'id' in entry);
  const names = (entry: Deviation | Defect): string[] => [...(shown.get(entry) ?? [])];
  if (deviations.length > 0) {
    say(`Deviations from the document: ${deviations.length} of those listed in ${profile.id}`, '');
    for (const entry of deviations) showDeparture(entry.requirement, entry, names(entry));
  }
  if (defects.length > 0) {
    say(`Known defects: ${defects.length}`, '');
    for (const entry of defects) showDeparture(`${entry.id} (status ${entry.status})`, entry, names(entry));
  }
}

function showDeparture(
  title: string,
  { reason, source }: Deviation | Defect,
  records: readonly string[],
): void {
  say(`${title}: ${counted(records.length, 'exchange')}`, ...indented(`${reason} (${source})`, 2));
  say(...records.slice(0, 5).map((name) => `  ${plainLine(name, 70)}`));
  if (records.length > 5) say(`  and ${records.length - 5} more`);
  say('');
}
