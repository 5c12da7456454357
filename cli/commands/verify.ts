import { readArtifact } from '../../certificate/artifacts.ts';
import { type AssuranceKind, assuranceKinds } from '../../certificate/assurance.ts';
import { readTimestampRoots } from '../../certificate/attachments/timestamp.ts';
import { readBundle } from '../../certificate/bundle-store.ts';
import { readLogKey, readPublicKey } from '../../certificate/keys.ts';
import { BundleRefused, refusalStatus } from '../../certificate/refusal.ts';
import type { StatusFile } from '../../certificate/status-list.ts';
import { knownHere, type Verifier } from '../../certificate/verifier.ts';
import { verifyBundle } from '../../certificate/verify-bundle.ts';
import { readBytes } from '../../settings/read-file.ts';
import { UsageError } from '../../settings/usage-error.ts';
import { orRefusal, sayPlainly } from '../output/bundle-refusal.ts';
import { isJson } from '../output/output-format.ts';
import { say } from '../output/say.ts';
import { verifiedJson } from './verify/verified-json.ts';
import { ruleLines, verifiedLines } from './verify/verified-lines.ts';

export interface VerifyOptions {
  readonly key?: readonly string[];
  readonly threshold: string;
  readonly certifierKey?: readonly string[];
  readonly assurance: string;
  readonly artifact?: readonly string[];
  readonly status?: readonly string[];
  readonly profile?: string;
  readonly format?: string;
  readonly timestampRoot?: readonly string[];
  readonly logKey?: readonly string[];
  readonly verbose?: boolean;
}

/** Verifies a bundle offline: 0 if valid and conformant, 1 if not conformant, else the status of its problem. */
export async function verify(path: string, options: VerifyOptions): Promise<number> {
  const asJson = isJson(options.format);
  const verifier = await verifierOf(options);
  const isVerbose = options.verbose === true && !asJson;
  const step = async (): Promise<number> => {
    let number = 0;
    const verified = await verifyBundle(readBundle(path), verifier, (checked) => {
      number += 1;
      if (isVerbose) sayPlainly(...ruleLines(number, checked));
    });
    const status = verified.report.verdict === 'conformant' ? 0 : 1;
    if (asJson) say(JSON.stringify(verifiedJson(status, verified), null, 2));
    else sayPlainly(...verifiedLines(verified));
    return status;
  };
  return asJson ? orRefusalAsJson(step) : orRefusal(step);
}

/** Who verifies, as the options say. @throws UsageError if one is wrong */
async function verifierOf(options: VerifyOptions): Promise<Verifier> {
  const { key = [], certifierKey = [], status = [], timestampRoot, logKey } = options;
  if (key.length === 0) {
    throw new UsageError([
      '--key FILE is missing: give the public key of the signer, as you received it from them.',
    ]);
  }
  const trusted = key.map(readPublicKey);
  return {
    ...knownHere(options.profile),
    trusted,
    threshold: thresholdOf(options.threshold, new Set(trusted.map(({ id }) => id)).size),
    certifiers: certifierKey.map(readPublicKey),
    least: assuranceNamed(options.assurance),
    artifacts: await Promise.all((options.artifact ?? []).map(readArtifact)),
    statusLists: status.map(statusFile),
    timestampRoots: timestampRoot?.flatMap(readTimestampRoots),
    logKeys: logKey?.map(readLogKey),
  };
}

function statusFile(name: string): StatusFile {
  const sentence = `--status ${name} cannot be read. Give the file that the signer or a certifier publishes.`;
  return { name, bytes: readBytes(name, sentence) };
}

/** A refusal has the same status in both forms. */
async function orRefusalAsJson(step: () => Promise<number>): Promise<number> {
  try {
    return await step();
  } catch (error) {
    if (!(error instanceof BundleRefused)) throw error;
    const status = refusalStatus(error.kind);
    say(JSON.stringify({ status, refusal: { kind: error.kind, sentence: error.message } }, null, 2));
    return status;
  }
}

function assuranceNamed(text: string): AssuranceKind {
  const kind = assuranceKinds.find((each) => each === text);
  if (kind !== undefined) return kind;
  throw new UsageError([`--assurance takes one of ${assuranceKinds.join(', ')}.`]);
}

function thresholdOf(text: string, keys: number): number {
  const threshold = Number(text);
  if (/^\d+$/.test(text) && threshold >= 1 && threshold <= keys) return threshold;
  throw new UsageError([`--threshold takes a whole number from 1 to the number of keys given, ${keys}.`]);
}
