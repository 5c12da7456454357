import { appendFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { writeWhole } from '../../journal/open-regular.ts';
import { badgeEndpoint, badgeSvg } from '../../reports/formats/badge.ts';
import { ctrf } from '../../reports/formats/ctrf.ts';
import { alertFile, annotations, summaryLimit } from '../../reports/formats/github.ts';
import { har } from '../../reports/formats/har.ts';
import { junitXml } from '../../reports/formats/junit.ts';
import { markdown } from '../../reports/formats/markdown.ts';
import { logfmt, prometheus } from '../../reports/formats/metrics.ts';
import { sarif } from '../../reports/formats/sarif.ts';
import { readNights } from '../../reports/history/history.ts';
import { htmlText } from '../../reports/html/page.tsx';
import type { ReportView } from '../../reports/report/view.ts';
import { type FormatName, formatFiles, isFormat } from './format-files.ts';

/** A results folder with the one view of its report that all formats lay out. */
export interface ReportedRun {
  readonly folder: string;
  readonly view: ReportView;
}

/** Writes one format to the results folder. */
type Write = (run: ReportedRun, history?: string) => void;

function oneFile(
  name: Exclude<FormatName, 'github' | 'badge' | 'logfmt'>,
  pieces: (run: ReportedRun, history?: string) => Iterable<string>,
): Write {
  const [file] = formatFiles[name];
  return (run, history) => writeWhole(join(run.folder, file), pieces(run, history));
}

const writers: Readonly<Record<FormatName, Write>> = {
  junit: oneFile('junit', ({ view }) => [junitXml(view)]),
  ctrf: oneFile('ctrf', ({ view }) => [ctrf(view)]),
  sarif: oneFile('sarif', ({ view }) => [sarif(view, alertFile(process.env))]),
  har: oneFile('har', ({ view }) => har(view)),
  github: ({ folder, view }) => writeForGithub(folder, view),
  badge({ folder, view }) {
    const [svg, endpoint] = formatFiles.badge;
    writeWhole(join(folder, svg), [badgeSvg(view)]);
    writeWhole(join(folder, endpoint), [badgeEndpoint(view)]);
  },
  html: oneFile('html', ({ view }, history) => [
    htmlText(view, history === undefined ? [] : readNights(history)),
  ]),
  markdown: oneFile('markdown', ({ view }) => [markdown(view)]),
  prometheus: oneFile('prometheus', ({ view }) => [prometheus(view)]),
  logfmt({ folder, view }) {
    const line = logfmt(view);
    writeWhole(join(folder, formatFiles.logfmt[0]), [line]);
    process.stdout.write(line);
  },
};

/**
 * Writes the formats with these names, independently of each other; returns a sentence for each that could not be written.
 * @param history a folder of earlier runs, for the HTML report
 */
export function writeFormats(names: readonly string[], run: ReportedRun, history?: string): string[] {
  return [...new Set(names.filter(isFormat))].flatMap((name) => {
    try {
      writers[name](run, history);
      return [];
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      return [
        `The format ${name} could not be written: ${why}. The report and the journal are complete: fix this, then run ledger-conformance report ${run.folder} --format ${name}.`,
      ];
    }
  });
}

/** The least space for a useful summary, in bytes. */
const leastSummary = 2_000;

/** Prints annotations, and writes the summary to GitHub's summary file, or else to the results folder. */
function writeForGithub(folder: string, view: ReportView): void {
  process.stdout.write(
    annotations(view, alertFile(process.env))
      .map((line) => `${line}\n`)
      .join(''),
  );
  const collected = process.env.GITHUB_STEP_SUMMARY ?? '';
  // Other commands of the step may have written to it, and the size limit applies to the whole file.
  const before = collected === '' ? 0 : (statSync(collected, { throwIfNoEntry: false })?.size ?? 0);
  if (collected === '' || before > summaryLimit - leastSummary) {
    writeWhole(join(folder, formatFiles.github[0]), [markdown(view, summaryLimit)]);
    return;
  }
  appendFileSync(collected, `${before === 0 ? '' : '\n'}${markdown(view, summaryLimit - before - 1)}`);
}
