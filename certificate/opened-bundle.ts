import { journalOf, type RunJournal } from '../journal/run-journal.ts';
import type { Profile } from '../profiles/profile.ts';
import { aggregateJournal } from '../reports/report/aggregation.ts';
import reportSchema from '../reports/report/report.schema.json' with { type: 'json' };
import type { Report } from '../reports/report/report.ts';
import { UsageError } from '../settings/usage-error.ts';
import { checkAttachments } from './attachments/attachments.ts';
import { type OpenedChallenge, openChallenge } from './challenge.ts';
import { type EvidenceFacts, readEvidence } from './evidence-facts.ts';
import { certificateOptions, generatedAgain, judgedAgain } from './judged-again.ts';
import type { NamedKey } from './keys.ts';
import { challengeFile, type Files, fileIn, testResultFile, verdictFile } from './manifest.ts';
import { refuse } from './refusal.ts';
import { profileOf } from './required-set.ts';
import { type Declared, type OpenedStatement, openStatement, predicateOf, subjectsOf } from './statements.ts';
import { openStatusList } from './status-list.ts';
import { checkSchema, parseWritten } from './strict-json.ts';
import type { Verifier } from './verifier.ts';

/** A bundle as far as a verifier has read it; see `openBundle`. */
export type OpenedBundle = ReturnType<typeof openBundle>;

/**
 * A bundle that is verified. Its parts are read when a rule first asks for them, and once. Reading a part that is malformed
 * throws BundleRefused; that the parts fit each other, rules check.
 */
export function openBundle(files: Files, verifier: Verifier) {
  const { trusted, certifiers = [], statusLists = [] } = verifier;
  const opened = (name: string): OpenedStatement =>
    openStatement(
      name,
      files.get(name) ?? refuse('signature', `${name} is missing from the bundle.`),
      trusted,
    );
  const statements = once(() => [opened(verdictFile), opened(testResultFile)] as const);
  /** The trusted keys that signed both statements. */
  const signers = once((): NamedKey[] => {
    const [verdict, testResult] = statements();
    const both = verdict.signers.filter((id) => testResult.signers.includes(id));
    return both.flatMap((signer) => trusted.find(({ id }) => id === signer) ?? []);
  });
  const subjects = once(() => {
    const [verdict, testResult] = statements();
    return [subjectsOf(verdict), subjectsOf(testResult)] as const;
  });
  const challenge = once((): OpenedChallenge | undefined => {
    const bytes = files.get(challengeFile);
    return bytes === undefined ? undefined : openChallenge(challengeFile, bytes);
  });
  const predicate = once(() => predicateOf(statements()[0]));
  const report = once((): Report => reportIn(files));
  const profile = once((): Profile => profileOf(report(), verifier));
  const evidence = once(() => readEvidence(files));
  const journal = once((): RunJournal => journalIn(evidence()));
  return {
    files,
    verifier,
    statements,
    signers,
    subjects,
    predicate,
    challenge,
    report,
    profile,
    journal,
    declared: (): Declared => ({
      ...predicate(),
      artifacts: subjects()[0].artifacts,
      challenge: challenge(),
    }),
    timestamps: once(() => checkAttachments('timestamp', files, signers(), verifier)),
    logEntries: once(() => checkAttachments('log-entry', files, signers(), verifier)),
    /** The lists that signers of the bundle and certifiers may have issued. */
    statusLists: once(() => statusLists.map((file) => openStatusList(file, [...signers(), ...certifiers]))),
    evidence,
    /** The report that follows from the evidence, and what was read for it. */
    counted: once(() => aggregateJournal(journal(), certificateOptions(profile()))),
    judgedAgain: once(() => judgedAgain(journal(), profile())),
    generatedAgain: once(() => generatedAgain(journal(), report(), files.has(challengeFile))),
  };
}

/** The value that a function has the first time. */
function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/**
 * The report of a bundle.
 * @throws BundleRefused if there is none, or it is malformed
 */
export function reportIn(files: Files): Report {
  const value = parseWritten('schema', 'report.json', fileIn(files, 'report.json'));
  checkSchema(reportSchema, 'report.json', value);
  return value as Report;
}

/** @throws BundleRefused if it is not a journal */
function journalIn({ lines, exchanges, digest }: EvidenceFacts): RunJournal {
  try {
    return journalOf('evidence', lines, () => ({ exchanges, digest }));
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return refuse('schema', `The evidence is not a journal: ${error.message}`);
  }
}
