import { join } from 'node:path';
import { writeWhole } from '../../journal/write-whole.ts';
import { alertFile } from '../../reports/formats/alert-file.ts';
import { badgeEndpoint, badgeSvg } from '../../reports/formats/badge.ts';
import { ctrf } from '../../reports/formats/ctrf.ts';
import { failureCommands } from '../../reports/formats/failure-commands.ts';
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
import { writeForGithub } from './github-files.ts';

/** Writes one format to the results folder of the report. */
type Write = (folder: string, report: Report, history?: string) => void;

/** Writers of formats, by their names. */
export type FormatWriters = ReadonlyMap<FormatName, Write>;

function oneFile(
  name: 'junit' | 'ctrf' | 'sarif' | 'har' | 'markdown' | 'prometheus',
  pieces: (report: Report, folder: string) => Iterable<string>,
): Write {
  const [file] = formatFiles[name];
  return (folder, report) => writeWhole(join(folder, file), pieces(report, folder));
}

const writers: Readonly<Record<FormatName, Write>> = {
  junit: oneFile('junit', (report, folder) => [junitXml(report, failureCommands(folder, report))]),
  ctrf: oneFile('ctrf', (report, folder) => [ctrf(report, failureCommands(folder, report))]),
  sarif: oneFile('sarif', (report) => [sarif(report, alertFile(process.env))]),
  har: oneFile('har', (report, folder) => har(folder, report)),
  github: writeForGithub,
  badge(folder, report) {
    const [svg, endpoint] = formatFiles.badge;
    writeWhole(join(folder, svg), [badgeSvg(report)]);
    writeWhole(join(folder, endpoint), [badgeEndpoint(report)]);
  },
  html: (folder, report, history) =>
    writeHtml(folder, report, history === undefined ? [] : readNights(history)),
  markdown: oneFile('markdown', (report) => [markdown(report)]),
  prometheus: oneFile('prometheus', (report) => [prometheus(report)]),
  logfmt(folder, report) {
    const line = logfmt(report);
    writeWhole(join(folder, formatFiles.logfmt[0]), [line]);
    process.stdout.write(line);
  },
};

/** The writers of the formats with these names; a name that is no format has none. */
export function writersOf(names: readonly string[]): FormatWriters {
  return new Map(names.filter(isFormat).map((name) => [name, writers[name]]));
}

/**
 * Writes the formats independently of each other; returns a sentence for each that could not be written.
 * @param history a folder of earlier runs, for the HTML report
 */
export function writeFormats(
  wanted: FormatWriters,
  folder: string,
  report: Report,
  history?: string,
): string[] {
  return [...wanted].flatMap(([name, write]) => {
    try {
      write(folder, report, history);
      return [];
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      return [
        `The format ${name} could not be written: ${why}. The report and the journal are complete: fix this, then run ledger-conformance report ${folder} --format ${name}.`,
      ];
    }
  });
}
