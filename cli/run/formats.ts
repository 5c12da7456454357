import { appendFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { writeWhole } from '../../journal/write-whole.ts';
import { alertFile } from '../../reports/formats/alert-file.ts';
import { badgeEndpoint, badgeSvg } from '../../reports/formats/badge.ts';
import { ctrf } from '../../reports/formats/ctrf.ts';
import { failureCommands } from '../../reports/formats/failure-commands.ts';
import { annotations, summaryLimit } from '../../reports/formats/github.ts';
import { har } from '../../reports/formats/har.ts';
import { junitXml } from '../../reports/formats/junit.ts';
import { logfmt } from '../../reports/formats/logfmt.ts';
import { markdown } from '../../reports/formats/markdown.ts';
import { prometheus } from '../../reports/formats/prometheus.ts';
import { sarif } from '../../reports/formats/sarif.ts';
import { readNights } from '../../reports/history/read-nights.ts';
import { writeHtml } from '../../reports/html/write-html.ts';
import type { Report } from '../../reports/report/report.ts';
import { type FormatName, formatFiles, isFormat } from './format-files.ts';

/** Writes one format to the results folder of the report. */
type Write = (folder: string, report: Report, history?: string) => void;

function oneFile(
  name: 'junit' | 'ctrf' | 'sarif' | 'markdown' | 'prometheus',
  text: (report: Report, folder: string) => string,
): Write {
  const [file] = formatFiles[name];
  return (folder, report) => writeWhole(join(folder, file), [text(report, folder)]);
}

const writers: Readonly<Record<FormatName, Write>> = {
  junit: oneFile('junit', (report, folder) => junitXml(report, failureCommands(folder, report))),
  ctrf: oneFile('ctrf', (report, folder) => ctrf(report, failureCommands(folder, report))),
  sarif: oneFile('sarif', (report) => sarif(report, alertFile(process.env))),
  har: (folder, report) => writeWhole(join(folder, formatFiles.har[0]), har(folder, report)),
  github: writeForGithub,
  badge(folder, report) {
    const [svg, endpoint] = formatFiles.badge;
    writeWhole(join(folder, svg), [badgeSvg(report)]);
    writeWhole(join(folder, endpoint), [badgeEndpoint(report)]);
  },
  html: (folder, report, history) =>
    writeHtml(folder, report, history === undefined ? [] : readNights(history)),
  markdown: oneFile('markdown', (report) => markdown(report)),
  prometheus: oneFile('prometheus', (report) => prometheus(report)),
  logfmt(folder, report) {
    const line = logfmt(report);
    writeWhole(join(folder, formatFiles.logfmt[0]), [line]);
    process.stdout.write(line);
  },
};

/**
 * Writes the formats independently of each other; returns a sentence for each that could not be written.
 * @param history a folder of earlier runs, for the HTML report
 */
export function writeFormats(
  folder: string,
  report: Report,
  names: readonly string[],
  history?: string,
): string[] {
  return [...new Set(names)].flatMap((name) => {
    try {
      if (isFormat(name)) writers[name](folder, report, history);
      return [];
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      return [
        `The format ${name} could not be written: ${why}. The report and the journal are complete: fix this, then run ledger-conformance report ${folder} --format ${name}.`,
      ];
    }
  });
}

/** The least space for a useful summary, in bytes. */
const leastSummary = 2_000;

/** Prints annotations, and writes the summary to GitHub's summary file, or else to the results folder. */
function writeForGithub(folder: string, report: Report): void {
  process.stdout.write(
    annotations(report, alertFile(process.env))
      .map((line) => `${line}\n`)
      .join(''),
  );
  const collected = process.env.GITHUB_STEP_SUMMARY ?? '';
  // Other commands of the step may have written to it, and the size limit applies to the whole file.
  const before = collected === '' ? 0 : (statSync(collected, { throwIfNoEntry: false })?.size ?? 0);
  if (collected === '' || before > summaryLimit - leastSummary) {
    writeWhole(join(folder, formatFiles.github[0]), [markdown(report, summaryLimit)]);
    return;
  }
  appendFileSync(collected, `${before === 0 ? '' : '\n'}${markdown(report, summaryLimit - before - 1)}`);
}
