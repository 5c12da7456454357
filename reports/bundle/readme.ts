import { plainLine } from '../formats/plain-text.ts';
import type { Report } from '../report/report.ts';
import { verdictInWords } from '../report/verdict-in-words.ts';
import type { Implementation } from './statements.ts';

/** The README of a bundle: what is certified, and how to verify it independently. */
export function bundleReadme(report: Report, implementation: Implementation, notAfter: string): string {
  const { organization, product, version } = implementation;
  const said = (text: string): string => plainLine(text).replace(/[\\`*_[\]<>|#]/g, '\\$&');
  return `# Conformance of ${said(organization)} ${said(product)} ${said(version)}

| | |
| --- | --- |
| verdict | ${said(verdictInWords(report))} |
| target | ${said(report.target.kind === 'reference' ? 'the reference server of the suite' : report.target.baseUrl)} |
| profile | ${said(report.profile)} |
| suite | ${said(`${report.suite.name} ${report.suite.version}`)} |
| document | SHA-256 ${report.document.sha256} |
| tested | ${said(report.run.startedAt)} to ${said(report.run.finishedAt ?? 'no end')}, seed ${said(report.run.seed)} |
| valid until | ${said(notAfter)} |

## Check it

    npx ledger-conformance@${report.suite.version} verify . --key SIGNER.pub.pem

This needs no network and no access to the target. It checks who signed, that no file is missing or changed, that
every requirement of the profile was exercised, and then judges every recorded exchange again. Trust the key only if
you received it from its owner by a channel other than this bundle.

## Files

- statement.dsse.json, test-result.dsse.json: the signed statements; their subject is manifest.json
- manifest.json: every other file with its size and digest
- report.html: the report for a browser; it needs no network
- report.json: the outcome of each requirement
- requirements.json, checks.json, profile.json: what had to be shown and how it was judged
- self-test.json: the faults that the suite detects, and the conformant variants that it passes
- waivers.json: known failures that were declared for the run; they excuse nothing here
- evidence/: every request and answer, with secrets replaced by keyed marks
`;
}
