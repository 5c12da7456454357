import { readFileSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** How test files ask for the certificate that they share. */
const asks = /\bsharedCertificate\b/;

/**
 * Begins with one of the files that need the shared certificate, and leaves the others for the end: it takes most of a minute to make,
 * at the pace of ordinary clients, and every worker that needs it meanwhile waits.
 */
export default class CertificatesLast extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const asking = sorted.filter(({ moduleId }) => asks.test(readFileSync(moduleId, 'utf8')));
    const others = sorted.filter((each) => !asking.includes(each));
    return [...asking.slice(0, 1), ...others, ...asking.slice(1)];
  }
}
