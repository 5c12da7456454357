import type { Assurance } from '../../../certificate/assurance.ts';
import type { Attached } from '../../../certificate/attachments/attachments.ts';
import { programDigest } from '../../../certificate/program-digest.ts';
import { refusalStatus } from '../../../certificate/refusal.ts';
import { rules } from '../../../certificate/rules.ts';
import type { CheckedRule, Verified } from '../../../certificate/verify-bundle.ts';
import { dressInWords } from '../../../reports/report/dress-in-words.ts';
import { verdictInWords } from '../../../reports/report/verdict-in-words.ts';

/** What `verify --verbose` prints about a rule: the exit status of a bundle that breaks it, and what was looked at. */
export function ruleLines(number: number, { rule: { kind, sentence }, lookedAt }: CheckedRule): string[] {
  const rule = `rule ${number} of ${rules.length} (${refusalStatus(kind)}): ${sentence}`;
  return [lookedAt === undefined ? `${rule} It is broken.` : `${rule} Looked at: ${lookedAt}.`];
}

/** What `verify` prints about a valid bundle. */
export function verifiedLines(verified: Verified): string[] {
  const { report, implementation, signers, others, notAfter, judgedCases, generatedRequests, program } =
    verified;
  const own = programDigest();
  const { organization, product, version } = implementation;
  const { kind, baseUrl } = report.target;
  const unknown = `${others} other ${others === 1 ? 'signature' : 'signatures'} not checked`;
  return [
    `valid: ${organization} ${product} ${version}`,
    `verdict: ${verdictInWords(report)}, profile ${report.profile}`,
    `assurance: ${assuranceInWords(verified.assuredBy)}`,
    `tested: ${kind === 'reference' ? 'the reference server of the suite, not a target' : baseUrl}, ${report.run.startedAt.slice(0, 10)}`,
    `requests: ${dressInWords(report.run)}`,
    ...verified.artifacts.map(({ name, sha256 }) => `artifact: ${name}, SHA-256 ${sha256}`),
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

function assuranceInWords({ kind, claimed, challenge }: Assurance): string {
  if (challenge === undefined) return kind;
  const { issuer, isKnown, issuedAt } = challenge;
  if (!isKnown)
    return `self-declared (${claimed} by an unknown key ${issuer}; if it is that of a certifier, give it as --certifier-key)`;
  return kind === 'witnessed'
    ? `witnessed: run and signed by the certifier ${issuer}, who alone signed`
    : `challenged by the certifier ${issuer} at ${issuedAt}, before the run began`;
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
