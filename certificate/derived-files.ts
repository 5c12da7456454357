import { failureCommands } from '../reports/formats/failure-commands.ts';
import { junitXml } from '../reports/formats/junit.ts';
import { htmlText } from '../reports/html/write-html.ts';
import type { Report } from '../reports/report/report.ts';
import { bundleReadme } from './readme.ts';
import type { Declared } from './statements.ts';

/**
 * The files of a bundle that are derived from its report and evidence. A verifier generates them again, because what
 * people read must match the evidence.
 * @param evidence the folder that contains the journal
 */
export function derivedFiles(
  report: Report,
  evidence: string,
  said: Declared,
): [path: string, content: Buffer][] {
  return [
    ['README.md', Buffer.from(bundleReadme(report, said))],
    ['junit.xml', Buffer.from(junitXml(report, failureCommands(evidence, report)))],
    ['report.html', Buffer.from(htmlText(evidence, report))],
  ];
}
