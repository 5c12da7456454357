import { caseIdOf } from '../engine/check.ts';
import { junitXml } from '../reports/formats/junit.ts';
import { markdownText } from '../reports/formats/plain-text.ts';
import { htmlText } from '../reports/html/page.tsx';
import type { Aggregated, Evidence } from '../reports/report/aggregation.ts';
import type { Report } from '../reports/report/report.ts';
import { disguiseText, verdictText, warningsOf, withWarnings } from '../reports/report/verdict.ts';
import { viewOf } from '../reports/report/view.ts';
import { isAfterItsEnd } from '../specs/shared/used-token.ts';
import { challengeFile, type Files, fileIn } from './manifest.ts';
import type { Declared } from './statements.ts';

/**
 * The files of a bundle that follow from its report and evidence. A verifier makes them again, because what people read must
 * match the evidence.
 */
export function derivedFiles(aggregated: Aggregated, said: Declared): [path: string, content: Buffer][] {
  const view = viewOf(aggregated);
  const { report, evidence } = aggregated;
  return [
    ['README.md', Buffer.from(bundleReadme(report, said, verdictOfRun(report, refusesUsedTokens(evidence))))],
    ['junit.xml', Buffer.from(junitXml(view))],
    ['report.html', Buffer.from(htmlText(view))],
  ];
}

/** Says if one of the derived files that a bundle has is not as it follows from the report and the evidence. */
export function derivedProblem(files: Files, made: ReturnType<typeof derivedFiles>): string | undefined {
  const given = made.filter(([path]) => files.has(path));
  for (const [path, bytes] of given)
    if (!fileIn(files, path).equals(bytes)) return `${path} does not match report.json and the evidence.`;
  return undefined;
}

/** Whether a run shows that the target rejects a token after its expiry that it accepted before (ruling 32). */
export function refusesUsedTokens({ ids }: Pick<Evidence, 'ids'>): boolean {
  for (const id of ids()) if (isAfterItsEnd(caseIdOf(id))) return true;
  return false;
}

/**
 * The verdict as a certificate states it: `run` does not wait for the end of a token, and a target may get no token that ends.
 * @param isShown what `refusesUsedTokens` says of the run
 */
export function verdictOfRun(report: Report, isShown: boolean): string {
  const lacks = isShown ? '' : ', not shown: that a used token is refused after its end';
  return `${verdictText(report)}${withWarnings(report)}${lacks}`;
}

/** What the target breaks that does not change the verdict. */
function warningLines(report: Report): string[] {
  const warnings = warningsOf(report);
  if (warnings.length === 0) return [];
  return [
    '## Warnings\n\n',
    ...warnings.map(
      ({ requirement, operation, message }) => `- ${requirement} on ${operation}: ${markdownText(message)}\n`,
    ),
    '\n',
  ];
}

/** The README of a bundle: what is certified, and how to verify it independently. */
function bundleReadme(
  report: Report,
  { implementation, notAfter, program, assurance, artifacts, undisguised, challenge }: Declared,
  verdict: string,
): string {
  const { organization, product, version } = implementation;
  return `# Conformance of ${markdownText(organization)} ${markdownText(product)} ${markdownText(version)}

| | |
| --- | --- |
| verdict | ${markdownText(verdict)} |
| target | ${markdownText(report.target.kind === 'reference' ? 'the reference server of the suite' : report.target.baseUrl)} |
| profile | ${markdownText(report.profile)} |
| suite | ${markdownText(`${report.suite.name} ${report.suite.version}`)} |
| program of the suite | SHA-256 ${program} |
| document | SHA-256 ${report.document.sha256} |
| tested | ${markdownText(report.run.startedAt)} to ${markdownText(report.run.finishedAt ?? 'no end')}, seed ${markdownText(report.run.seed)} |
| requests | ${markdownText(disguiseText({ undisguised, ...report.run }))} |
| valid until | ${markdownText(notAfter)} |
| assurance | ${claimed(assurance, challenge)} |
${artifacts.map(({ name, sha256 }) => `| artifact | ${markdownText(name)}, SHA-256 ${sha256} |\n`).join('')}
${warningLines(report).join('')}## Check it

    ledger-conformance verify . --key SIGNER.pub

Use ledger-conformance ${report.suite.version} from its publisher: a checkout of that release, or the package file that the publisher
names. Do not install it by its name alone, nor take it from the signer: anyone can claim a name in a package registry.
In the folder of the package or of a built checkout, this prints the digest of the program, which must be the one above:

    cd dist && find . -type f ! -name '*.d.ts' ! -name sbom.cdx.json |
      LC_ALL=C sort | xargs sha256sum | sha256sum

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
${challenge === undefined ? '' : `- ${challengeFile}: the challenge that the run answers, signed by its issuer\n`}- timestamps/, log-entries/: who else says that a signature existed, if that was attached; not signed with the rest
- evidence/: every request and answer, with secrets replaced by keyed marks
`;
}

/** What the signer claims. Who issued the challenge is known only to those who know that key. */
function claimed(assurance: Declared['assurance'], challenge: Declared['challenge']): string {
  if (challenge === undefined) return 'self-declared: the signer says how the run came about';
  const { issuer, challenge: said } = challenge;
  const witnessed = assurance === 'witnessed' ? ' and run by the holder of that key' : '';
  return `${assurance}: the run answers a challenge issued at ${said.issuedAt} by the key ${issuer}${witnessed}; \`verify\` needs that key as --certifier-key, otherwise this is self-declared`;
}
