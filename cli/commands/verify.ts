import type { Profile } from '../../profiles/profile.ts';
import { BundleRefused, type RefusalKind } from '../../reports/bundle/bundle-refused.ts';
import { readBundle } from '../../reports/bundle/bundle-store.ts';
import { readPublicKey } from '../../reports/bundle/keys.ts';
import { verifyBundle } from '../../reports/bundle/verify-bundle.ts';
import { plainLine } from '../../reports/formats/plain-text.ts';
import { verdictInWords } from '../../reports/report/verdict-in-words.ts';
import { indented } from '../../reports/terminal/lines.ts';
import { loadProfile, profileNames } from '../../settings/load-profile.ts';
import { suiteName, suiteVersion } from '../../settings/suite.ts';
import { UsageError } from '../../settings/usage-error.ts';
import { say } from '../output/say.ts';

/** The exit status of each kind of rejection (docs/exit-status.md). */
const statusOf: Readonly<Record<RefusalKind, number>> = {
  signature: 3,
  integrity: 5,
  schema: 6,
  'required-set': 7,
  judgement: 8,
  'expired-or-secret': 9,
};

export interface VerifyOptions {
  readonly key?: readonly string[];
  readonly threshold: string;
  readonly profile?: string;
}

/** Verifies a bundle offline: 0 if valid and conformant, 1 if not conformant, else the status of its problem. */
export async function verify(path: string, options: VerifyOptions): Promise<number> {
  if (options.key === undefined || options.key.length === 0) {
    throw new UsageError([
      '--key FILE is missing: give the public key of the signer, as you received it from them.',
    ]);
  }
  const trusted = await Promise.all(options.key.map(readPublicKey));
  const threshold = thresholdOf(options.threshold, new Set(trusted.map(({ id }) => id)).size);
  const given = options.profile === undefined ? undefined : loadProfile(options.profile);
  try {
    const verified = verifyBundle(readBundle(path), {
      trusted,
      threshold,
      profileNamed: (id) => profileNamed(id, given),
      suite: { name: suiteName, version: suiteVersion },
      now: new Date(),
    });
    const { report, implementation, signers, others, notAfter, judgedCases } = verified;
    const { organization, product, version } = implementation;
    sayPlainly(
      `valid: ${organization} ${product} ${version}`,
      `verdict: ${verdictInWords(report)}, profile ${report.profile}`,
      `tested: ${report.target.kind === 'reference' ? 'the reference server of the suite, not a target' : report.target.baseUrl}, ${report.run.startedAt.slice(0, 10)}`,
      `signed by: ${signers.join(', ')}${others.length === 0 ? '' : `; not checked: ${others.join(', ')}`}`,
      `judged again: ${judgedCases} cases, no differences`,
      `valid until: ${notAfter.slice(0, 10)}`,
    );
    return report.verdict === 'conformant' ? 0 : 1;
  } catch (error) {
    if (!(error instanceof BundleRefused)) throw error;
    sayPlainly(`rejected (${error.kind.replaceAll('-', ' ')}): ${error.message}`);
    return statusOf[error.kind];
  }
}

function profileNamed(id: string, given: Profile | undefined): Profile | undefined {
  if (given?.id === id) return given;
  return profileNames.includes(id) ? loadProfile(id) : undefined;
}

function thresholdOf(text: string, keys: number): number {
  const threshold = Number(text);
  if (/^\d+$/.test(text) && threshold >= 1 && threshold <= keys) return threshold;
  throw new UsageError([`--threshold takes a whole number from 1 to the number of keys given, ${keys}.`]);
}

function sayPlainly(...lines: string[]): void {
  say(...lines.flatMap((line) => indented(plainLine(line, 1_000), 0)));
}
