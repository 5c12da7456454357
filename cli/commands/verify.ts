import { readBundle } from '../../reports/bundle/bundle-store.ts';
import { readPublicKey } from '../../reports/bundle/keys.ts';
import { programDigest } from '../../reports/bundle/program-digest.ts';
import { verifyWholeBundle } from '../../reports/bundle/verify-bundle.ts';
import { verdictInWords } from '../../reports/report/verdict-in-words.ts';
import { UsageError } from '../../settings/usage-error.ts';
import { orRefusal, sayPlainly } from '../output/bundle-refusal.ts';
import { verifierHere } from './certify/verifier-here.ts';

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
  const verifier = { ...verifierHere(options.profile), trusted, threshold };
  return orRefusal(async () => {
    const verified = await verifyWholeBundle(readBundle(path), verifier);
    sayPlainly(...linesOf(verified));
    return verified.report.verdict === 'conformant' ? 0 : 1;
  });
}

function linesOf(verified: Awaited<ReturnType<typeof verifyWholeBundle>>): string[] {
  const { report, implementation, signers, others, notAfter, judgedCases, generatedRequests, program } =
    verified;
  const own = programDigest();
  const { organization, product, version } = implementation;
  const { kind, baseUrl } = report.target;
  const unknown = `${others} other ${others === 1 ? 'signature' : 'signatures'} not checked`;
  return [
    `valid: ${organization} ${product} ${version}`,
    `verdict: ${verdictInWords(report)}, profile ${report.profile}`,
    `tested: ${kind === 'reference' ? 'the reference server of the suite, not a target' : baseUrl}, ${report.run.startedAt.slice(0, 10)}`,
    `signed by: ${signers.join(', ')}${others === 0 ? '' : `; ${unknown}: their keys were not given`}`,
    `judged again: ${judgedCases} cases, no differences`,
    ...(generatedRequests === 0 ? [] : [`generated again: ${generatedRequests} requests, no differences`]),
    program === own
      ? `program: ${own}, which also made the bundle`
      : `program: ${own}; the bundle was made by another one, ${program}`,
    `valid until: ${notAfter.slice(0, 10)}`,
  ];
}

function thresholdOf(text: string, keys: number): number {
  const threshold = Number(text);
  if (/^\d+$/.test(text) && threshold >= 1 && threshold <= keys) return threshold;
  throw new UsageError([`--threshold takes a whole number from 1 to the number of keys given, ${keys}.`]);
}
