import { assuranceOf } from './assurance.ts';
import { refusesUsedTokens, verdictOfRun } from './derived-files.ts';
import { marksIn } from './evidence-facts.ts';
import { type Files, fileIn, manifestFile, sha256, testResultFile, verdictFile } from './manifest.ts';
import { type OpenedBundle, openBundle } from './opened-bundle.ts';
import { BundleRefused, refuse } from './refusal.ts';
import { type Rule, rules } from './rules.ts';
import type { Verifier } from './verifier.ts';

/** A rule that was checked. */
export interface CheckedRule {
  readonly rule: Rule;
  /** What was looked at; undefined if the rule is broken. */
  readonly lookedAt: string | undefined;
}

/** What a verified bundle says, and what it was verified by. */
export type Verified = Awaited<ReturnType<typeof verified>>;

/**
 * Checks a bundle by all rules in their order, without a network and without trusting its contents. Nothing is written.
 * @param onRule is told of each rule as soon as it is checked
 * @throws BundleRefused by the first rule that is broken
 */
export async function verifyBundle(
  files: Files,
  verifier: Verifier,
  onRule: (checked: CheckedRule) => void = () => undefined,
): Promise<Verified> {
  const bundle = openBundle(files, verifier);
  const kept: CheckedRule[] = [];
  for (const rule of rules) {
    const lookedAt = await keep(rule, bundle).catch((error: unknown) => {
      if (error instanceof BundleRefused) onRule({ rule, lookedAt: undefined });
      throw error;
    });
    kept.push({ rule, lookedAt });
    onRule({ rule, lookedAt });
  }
  return verified(bundle, kept);
}

/** Checks a rule, and says what was looked at. @throws BundleRefused if it is broken */
async function keep({ kind, check }: Rule, bundle: OpenedBundle): Promise<string> {
  const parts = new Set<string>();
  const observed = new Proxy(bundle, {
    get(target, part: keyof OpenedBundle & string) {
      parts.add(part);
      return target[part];
    },
  });
  const problem = await check(observed);
  if (problem !== undefined) refuse(kind, problem);
  const said = await Promise.all([...parts].flatMap((part) => words[part]?.(bundle) ?? []));
  return said.join('; ');
}

async function verified(bundle: OpenedBundle, kept: readonly CheckedRule[]) {
  const declared = bundle.declared();
  const attached = [...(await bundle.logEntries()), ...(await bundle.timestamps())];
  const isShown = refusesUsedTokens(bundle.counted().evidence);
  return {
    ...declared,
    report: bundle.report(),
    /** The verdict in words, with what it does not show. */
    verdict: verdictOfRun(bundle.report(), isShown),
    refusesUsedTokens: isShown,
    marks: marksIn(bundle.evidence()),
    signers: bundle.signers().map(({ id }) => id),
    /** How many other keys signed; their signatures are not verified. */
    others: bundle.statements()[0].others.length,
    assuredBy: assuranceOf(declared, bundle.verifier.certifiers ?? [], attached),
    /** The status lists that do not have it. */
    notRevokedBy: bundle.statusLists(),
    /** Timestamps and log entries of trusted signatures. */
    attached,
    /** The SHA-256 of its manifest, in hex, by which it is revoked. */
    digest: sha256(fileIn(bundle.files, manifestFile)),
    judgedCases: bundle.journal().cases.length,
    generatedRequests: (await bundle.generatedAgain()).requests,
    rules: kept,
  };
}

/** What there is to see of the parts of a bundle. */
const words: Readonly<Record<string, (bundle: OpenedBundle) => string | Promise<string>>> = {
  files: ({ files }) => `${files.size} files`,
  signers: ({ signers }) =>
    `signatures of ${signers()
      .map((key) => key.id)
      .join(', ')}`,
  statements: () => `${verdictFile}, ${testResultFile}`,
  subjects: ({ subjects }) =>
    `the digest of the manifest, and those of ${subjects()[0].artifacts.length} artifacts`,
  predicate: ({ predicate }) => `what is declared (${predicate().assurance}, until ${predicate().notAfter})`,
  declared: ({ predicate }) => `what is declared (${predicate().assurance}, until ${predicate().notAfter})`,
  challenge: ({ challenge }) =>
    challenge() === undefined ? 'no challenge' : `the challenge of ${challenge()?.issuer}`,
  timestamps: async ({ timestamps }) => `${(await timestamps()).length} timestamps of trusted signatures`,
  logEntries: async ({ logEntries }) => `${(await logEntries()).length} log entries of trusted signatures`,
  statusLists: ({ statusLists }) =>
    `status lists: ${
      statusLists()
        .map((list) => list.name)
        .join(', ') || 'none'
    }`,
  report: ({ report }) => `report.json with ${report().results.length} results`,
  profile: ({ profile }) => `the profile ${profile().id}`,
  evidence: ({ evidence }) => `${evidence().cases} cases and ${evidence().exchanges.size} exchanges`,
  journal: ({ journal }) => `${journal().cases.length} cases and ${journal().exchanges.size} exchanges`,
  counted: ({ journal, profile }) =>
    `${journal().cases.length} cases and ${journal().exchanges.size} exchanges; the profile ${profile().id}`,
  judgedAgain: ({ journal }) => `${journal().cases.length} cases, judged again`,
  generatedAgain: async ({ generatedAgain }) =>
    `${(await generatedAgain()).requests} requests, generated again`,
};
