import { readFileSync } from 'node:fs';
import { explained } from '../../../checks/recorded/explained.ts';
import { judgeRecording } from '../../../checks/recorded/judge-recording.ts';
import { readRecording } from '../../../checks/recorded/reading/read-recording.ts';
import type { Finding } from '../../../journal/finding.ts';
import { levelOf, type Profile } from '../../../profiles/profile.ts';
import { plainLine } from '../../../reports/formats/plain-text.ts';
import { indented } from '../../../reports/terminal/wrapped.ts';
import { requirement } from '../../../requirements/catalogue.ts';
import { loadProfile } from '../../../settings/load-profile.ts';
import { exitStatus } from '../../output/exit-status.ts';
import { say } from '../../output/say.ts';
import { showExplained } from './show-explained.ts';

/** Options of `judge` as parsed by commander. */
export interface JudgeOptions {
  readonly profile?: string;
  readonly strict?: boolean;
}

/**
 * Judges a recording of another tool (format: tests/recorded/README.md): findings by requirement, with the records that
 * show them. Without a conductor, coverage is never complete.
 */
export function judgeRecordingFile(path: string, options: JudgeOptions): number {
  const profile = loadProfile(options.profile, '--profile');
  const recording = readRecording(readFileSync(path, 'utf8'));
  const { judged, unclassified, together } = judgeRecording(recording, profile);
  const findings = [...judged.flatMap(({ judgement }) => judgement.findings), ...together.findings];
  const broken = findings.filter((finding) => level(profile, finding) === 'MUST');
  const warned = findings.filter((finding) => level(profile, finding) === 'SHOULD');
  show('Failures', broken);
  show('Warnings', warned);
  if (profile.deviations.length > 0) {
    showExplained(explained(judgeRecording(recording, loadProfile('document')), profile), profile);
  }
  if (unclassified.length > 0) {
    say(`Not judged, because no rule classifies them: ${unclassified.length}`);
    for (const { name, reason } of unclassified) say(`  ${plainLine(name, 60)}: ${plainLine(reason, 100)}`);
    say('');
  }
  say(
    `Judged ${judged.length} exchanges under the profile ${profile.id}: ${broken.length} findings, ${warned.length} warnings.`,
  );
  if (judged.length === 0) {
    say('inconclusive: nothing could be judged');
    return exitStatus.noVerdict;
  }
  const failed = broken.length > 0 || (options.strict === true && warned.length > 0);
  say(failed ? 'non-conformant' : 'conformant as far as recorded');
  return failed ? exitStatus.nonConformant : exitStatus.conformant;
}

function level(profile: Profile, finding: Finding): string {
  return levelOf(profile, requirement(finding.requirement), finding.operation);
}

function show(title: string, findings: readonly Finding[]): void {
  if (findings.length === 0) return;
  const groups = new Map<string, Finding[]>();
  for (const finding of findings) {
    const key = `${finding.requirement} on ${finding.operation}`;
    groups.set(key, [...(groups.get(key) ?? []), finding]);
  }
  say(`${title}: ${findings.length} findings on ${groups.size} requirements`, '');
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
