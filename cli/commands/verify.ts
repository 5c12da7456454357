import { readArtifact } from '../../certificate/artifacts.ts';
import { type Assurance, type AssuranceKind, assuranceKinds } from '../../certificate/assurance.ts';
import type { Attached } from '../../certificate/attachments/attachments.ts';
import { readTimestampRoots } from '../../certificate/attachments/timestamp.ts';
import { readBundle } from '../../certificate/bundle-store.ts';
import type { RunMark } from '../../certificate/evidence-facts.ts';
import { readLogKey, readPublicKey } from '../../certificate/keys.ts';
import { BundleRefused, refusalStatus } from '../../certificate/refusal.ts';
import { rules } from '../../certificate/rules.ts';
import type { StatusFile } from '../../certificate/status-list.ts';
import { knownHere, programDigest, type Verifier } from '../../certificate/verifier.ts';
import { type CheckedRule, type Verified, verifyBundle } from '../../certificate/verify-bundle.ts';
import { counted, plainLine, quoted } from '../../reports/formats/plain-text.ts';
import { disguiseText, warningsOf } from '../../reports/report/verdict.ts';
import { readBytes } from '../../settings/read-file.ts';
import { UsageError } from '../../settings/usage-error.ts';
import type { Options } from '../options.ts';
import { orRefusal, sayPlainly } from '../output/bundle-refusal.ts';
import { isJson } from '../output/option-values.ts';
import { say } from '../output/say.ts';

/** Verifies a bundle offline: 0 if valid and conformant, 1 if not conformant, else the status of its problem. */
export async function verify(path: string, options: Options<'verify'>): Promise<number> {
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
async function verifierOf(options: Options<'verify'>): Promise<Verifier> {
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

/** A valid bundle as data (docs/json-output.md). */
function verifiedJson(status: number, verified: Verified): object {
  const { report, implementation, assuredBy, artifacts, signers, others, program, notAfter } = verified;
  return {
    status,
    refusal: null,
    verdict: report.verdict,
    coverage: report.coverage,
    refusesUsedTokens: verified.refusesUsedTokens,
    warnings: warningsOf(report),
    profile: report.profile,
    implementation,
    target: report.target,
    disguise: report.run.disguise === true,
    undisguised: report.run.undisguised ?? verified.undisguised ?? null,
    spread: report.run.spread ?? null,
    marks: verified.marks,
    artifacts,
    assurance: { ...assuredBy, challenge: assuredBy.challenge ?? null },
    sha256: verified.digest,
    notRevokedBy: verified.notRevokedBy.map(({ name, issuer, issuedAt, nextUpdate }) => ({
      file: name,
      issuer,
      issuedAt,
      nextUpdate,
    })),
    signers,
    uncheckedSignatures: others,
    attachments: verified.attached.map(({ kind, keyId, by, at }) => ({
      kind,
      signer: keyId,
      checked: by !== undefined,
      by: by ?? null,
      at: at?.toISOString() ?? null,
    })),
    rules: verified.rules.map(({ rule: { kind, sentence }, lookedAt }) => ({ kind, sentence, lookedAt })),
    judgedCases: verified.judgedCases,
    generatedRequests: verified.generatedRequests,
    program: { ownSha256: programDigest(), bundleSha256: program },
    startedAt: report.run.startedAt,
    notAfter,
  };
}

/** What `verify --verbose` prints about a rule: the exit status of a bundle that breaks it, and what was looked at. */
function ruleLines(number: number, { rule: { kind, sentence }, lookedAt }: CheckedRule): string[] {
  const rule = `rule ${number} of ${rules.length} (${refusalStatus(kind)}): ${sentence}`;
  return [lookedAt === undefined ? `${rule} It is broken.` : `${rule} Looked at: ${lookedAt}.`];
}

/** What `verify` prints about a valid bundle. */
function verifiedLines(verified: Verified): string[] {
  const { report, implementation, signers, others, notAfter, judgedCases, generatedRequests, program } =
    verified;
  const own = programDigest();
  const { organization, product, version } = implementation;
  const { kind, baseUrl } = report.target;
  const warnings = warningsOf(report);
  const unknown = `${counted(others, 'other signature')} not checked`;
  return [
    `valid: ${[organization, product, version].map((each) => quoted(each)).join(' ')}`,
    `verdict: ${verified.verdict}, profile ${report.profile}`,
    ...warnings.map(
      ({ requirement, operation, message }) =>
        `warning: ${requirement} on ${operation}: ${plainLine(message, 160)}`,
    ),
    `assurance: ${assuranceText(verified.assuredBy)}`,
    `tested: ${kind === 'reference' ? 'the reference server of the suite, not a target' : baseUrl}, ${report.run.startedAt.slice(0, 10)}`,
    `requests: ${disguiseText({ undisguised: verified.undisguised, ...report.run })}`,
    ...(verified.marks.length === 0 ? [] : [`told by: ${verified.marks.map(markText).join('; ')}`]),
    ...verified.artifacts.map(({ name, sha256 }) => `artifact: ${quoted(name)}, SHA-256 ${sha256}`),
    `signed by: ${signers.join(', ')}${others === 0 ? '' : `; ${unknown}: their keys were not given`}`,
    ...attachmentLines(verified.attached),
    `rules: ${verified.rules.length}, all kept`,
    `judged again: ${judgedCases} cases, no differences`,
    ...(generatedRequests === 0 ? [] : [`generated again: ${generatedRequests} requests, no differences`]),
    program === own
      ? `program: ${own}, which also made the bundle`
      : `program: ${own}; the bundle was made by another one, ${program}`,
    `valid until: ${notAfter.slice(0, 10)}`,
    ...verified.notRevokedBy.map(
      ({ name, issuer, issuedAt }) => `not revoked: by ${name} of ${issuedAt}, signed by ${issuer}`,
    ),
    `digest: SHA-256 ${verified.digest}`,
  ];
}

/** Something by which the target could tell the requests of the run from others. */
function markText({ setting, value }: RunMark): string {
  return value === undefined ? setting : `${setting} ${quoted(value, 80)}`;
}

function assuranceText({ kind, claimed, challenge }: Assurance): string {
  if (challenge === undefined) return kind;
  const { issuer, isKnown, issuedAt, expiresAt } = challenge;
  if (!isKnown)
    return `self-declared (${claimed} by an unknown key ${issuer}; if it is that of a certifier, give it as --certifier-key)`;
  if (kind === 'witnessed') return `witnessed: run and signed by the certifier ${issuer}, who alone signed`;
  const challenged = `by the certifier ${issuer} at ${issuedAt}, before the run began`;
  return kind === 'challenged-in-time'
    ? `challenged in time ${challenged}; signed before the challenge ended at ${expiresAt}`
    : `challenged ${challenged}; only the signer says that it was before the challenge ended at ${expiresAt}`;
}

const kinds = {
  timestamp: { name: 'timestamp', option: '--timestamp-root' },
  'log-entry': { name: 'log entry', option: '--log-key' },
} as const;

/** What `verify` prints about timestamps and log entries. */
function attachmentLines(attached: readonly Attached[]): string[] {
  return attached.map(({ kind, keyId, by, at }) => {
    const { name, option } = kinds[kind];
    if (by === undefined) return `${name} of ${keyId}: present, not checked; check it with ${option}`;
    return `${name} of ${keyId}: ${at === undefined ? '' : `${at.toISOString()}, says `}${by}`;
  });
}
