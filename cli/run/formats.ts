import { join } from 'node:path';
import { writeWhole } from '../../journal/write-whole.ts';
import type { Report } from '../../reports/report/report.ts';
import { type FormatName, formatFiles, isFormat } from './format-files.ts';

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

/** Loads the writer of each format: a run that writes one need not load the others. */
const loaders: Readonly<Record<FormatName, () => Promise<Write>>> = {
  async junit() {
    const [{ junitXml }, { failureCommands }] = await Promise.all([
      import('../../reports/formats/junit.ts'),
      import('../../reports/formats/failure-commands.ts'),
    ]);
    return oneFile('junit', (report, folder) => [junitXml(report, failureCommands(folder, report))]);
  },
  async ctrf() {
    const [{ ctrf }, { failureCommands }] = await Promise.all([
      import('../../reports/formats/ctrf.ts'),
      import('../../reports/formats/failure-commands.ts'),
    ]);
    return oneFile('ctrf', (report, folder) => [ctrf(report, failureCommands(folder, report))]);
  },
  async sarif() {
    const [{ sarif }, { alertFile }] = await Promise.all([
      import('../../reports/formats/sarif.ts'),
      import('../../reports/formats/alert-file.ts'),
    ]);
    return oneFile('sarif', (report) => [sarif(report, alertFile(process.env))]);
  },
  async har() {
    const { har } = await import('../../reports/formats/har.ts');
    return oneFile('har', (report, folder) => har(folder, report));
  },
  github: async () => (await import('./github-files.ts')).writeForGithub,
  async badge() {
    const { badgeEndpoint, badgeSvg } = await import('../../reports/formats/badge.ts');
    const [svg, endpoint] = formatFiles.badge;
    return (folder, report) => {
      writeWhole(join(folder, svg), [badgeSvg(report)]);
      writeWhole(join(folder, endpoint), [badgeEndpoint(report)]);
    };
  },
  async html() {
    const [{ writeHtml }, { readNights }] = await Promise.all([
      import('../../reports/html/write-html.ts'),
      import('../../reports/history/read-nights.ts'),
    ]);
    return (folder, report, history) =>
      writeHtml(folder, report, history === undefined ? [] : readNights(history));
  },
  async markdown() {
    const { markdown } = await import('../../reports/formats/markdown.ts');
    return oneFile('markdown', (report) => [markdown(report)]);
  },
  async prometheus() {
    const { prometheus } = await import('../../reports/formats/prometheus.ts');
    return oneFile('prometheus', (report) => [prometheus(report)]);
  },
  async logfmt() {
    const { logfmt } = await import('../../reports/formats/logfmt.ts');
    return (folder, report) => {
      const line = logfmt(report);
      writeWhole(join(folder, formatFiles.logfmt[0]), [line]);
      process.stdout.write(line);
    };
  },
};

/** The writers of the formats with these names; a name that is no format has none. */
export async function loadFormats(names: readonly string[]): Promise<FormatWriters> {
  const wanted = [...new Set(names)].filter(isFormat);
  return new Map(await Promise.all(wanted.map(async (name) => [name, await loaders[name]()] as const)));
}

/**
 * Writes the formats independently of each other; returns a sentence for each that could not be written.
 * @param history a folder of earlier runs, for the HTML report
 */
export function writeFormats(
  writers: FormatWriters,
  folder: string,
  report: Report,
  history?: string,
): string[] {
  return [...writers].flatMap(([name, write]) => {
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
