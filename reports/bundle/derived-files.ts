import { junitXml } from '../formats/junit.ts';
import { htmlText } from '../html/write-html.ts';
import type { Report } from '../report/report.ts';
import { bundleReadme } from './readme.ts';
import type { Implementation } from './statements.ts';

/**
 * The files of a bundle that follow from its report and evidence. A verifier makes them again: what people read must
 * say what the evidence says.
 * @param evidence the folder that holds the journal
 */
export function derivedFiles(
  report: Report,
  evidence: string,
  implementation: Implementation,
  notAfter: string,
): [path: string, content: Buffer][] {
  return [
    ['README.md', Buffer.from(bundleReadme(report, implementation, notAfter))],
    ['junit.xml', Buffer.from(junitXml(report))],
    ['report.html', Buffer.from(htmlText(evidence, report))],
  ];
}
