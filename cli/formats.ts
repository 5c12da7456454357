import { appendFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { badgeEndpoint, badgeSvg } from '../reports/badge.ts';
import { ctrf } from '../reports/ctrf.ts';
import { annotations, summaryLimit } from '../reports/github.ts';
import { har } from '../reports/har.ts';
import { htmlFile, writeHtml } from '../reports/html/write-html.ts';
import { junitXml } from '../reports/junit.ts';
import { markdown } from '../reports/markdown.ts';
import type { Report } from '../reports/report.ts';
import { sarif } from '../reports/sarif.ts';
import { writeWhole } from '../reports/write-whole.ts';

/** What `run --format` and `report --format` write beside report.json. */
export interface Format {
  /** Its files in the results folder. */
  readonly files: readonly string[];
  write(folder: string, report: Report): void;
}

function oneFile(name: string, text: (report: Report) => string): Format {
  return { files: [name], write: (folder, report) => writeWhole(join(folder, name), [text(report)]) };
}

export const formats: Readonly<Record<string, Format>> = {
  junit: oneFile('junit.xml', junitXml),
  ctrf: oneFile('ctrf.json', ctrf),
  sarif: oneFile('results.sarif', sarif),
  har: {
    files: ['exchanges.har'],
    write: (folder, report) => writeWhole(join(folder, 'exchanges.har'), har(folder, report)),
  },
  github: { files: ['github-summary.md'], write: writeForGithub },
  badge: {
    files: ['badge.svg', 'badge.json'],
    write(folder, report) {
      writeWhole(join(folder, 'badge.svg'), [badgeSvg(report)]);
      writeWhole(join(folder, 'badge.json'), [badgeEndpoint(report)]);
    },
  },
  html: { files: [htmlFile], write: writeHtml },
  markdown: oneFile('report.md', (report) => markdown(report)),
};

/** A sentence for each name that is no format. */
export function unknownFormats(names: readonly string[]): string[] {
  return names
    .filter((name) => !Object.hasOwn(formats, name))
    .map((name) => `--format ${name} is not a format. Use one of ${Object.keys(formats).join(', ')}.`);
}

/** Writes the formats, each of them whether or not another can be written; a sentence for each that cannot. */
export function writeFormats(folder: string, report: Report, names: readonly string[]): string[] {
  return [...new Set(names)].flatMap((name) => {
    try {
      formats[name]?.write(folder, report);
      return [];
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      return [
        `The format ${name} could not be written: ${why}. The report and the journal are whole: correct that, then make it with ledger-conformance report ${folder} --format ${name}.`,
      ];
    }
  });
}

/** With less room than this a summary says nothing, in bytes. */
const leastSummary = 2_000;

/** Annotations are lines on standard output; the summary goes where GitHub collects it, else into the results folder. */
function writeForGithub(folder: string, report: Report): void {
  process.stdout.write(
    annotations(report)
      .map((line) => `${line}\n`)
      .join(''),
  );
  const collected = process.env.GITHUB_STEP_SUMMARY ?? '';
  // Other tools of the step may have written there before, and the limit is one for all of them.
  const before = collected === '' ? 0 : (statSync(collected, { throwIfNoEntry: false })?.size ?? 0);
  if (collected === '' || before > summaryLimit - leastSummary) {
    writeWhole(join(folder, 'github-summary.md'), [markdown(report, summaryLimit)]);
    return;
  }
  appendFileSync(collected, `${before === 0 ? '' : '\n'}${markdown(report, summaryLimit - before - 1)}`);
}
