import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readJournal } from '../journal/journal-reader.ts';
import type { RunJournal } from '../journal/run-journal.ts';
import type { Profile } from '../profiles/profile.ts';
import reportSchema from '../reports/report/report.schema.json' with { type: 'json' };
import type { Report } from '../reports/report/report.ts';
import { UsageError } from '../settings/usage-error.ts';
import { checkAttachments } from './attachments/attachments.ts';
import { type OpenedChallenge, openChallenge } from './challenge.ts';
import { readEvidence } from './evidence-facts.ts';
import { evidenceFiles } from './evidence-lines.ts';
import { generatedAgain, judgedAgain } from './judged-again.ts';
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
 * throws BundleRefused; that the parts fit each other, rules check. It must be closed.
 */
export function openBundle(files: Files, verifier: Verifier) {
  const { trusted, certifiers = [], statusLists = [] } = verifier;
  const unpacked = unpackEvidence(files);
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
  const journal = once((): RunJournal => journalIn(unpacked.folder()));
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
    evidence: once(() => readEvidence(files)),
    /** A folder with the evidence as a run leaves it. */
    folder: unpacked.folder,
    judgedAgain: once(() => judgedAgain(journal(), profile())),
    generatedAgain: once(() => generatedAgain(journal(), report(), profile(), files.has(challengeFile))),
    close: unpacked.remove,
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

/** The evidence of a bundle in a temporary folder, as a run leaves it, which is written when it is first needed. */
export function unpackEvidence(files: Files): { folder(): string; remove(): void } {
  let folder: string | undefined;
  return {
    folder() {
      if (folder !== undefined) return folder;
      folder = mkdtempSync(join(tmpdir(), 'ledger-conformance-evidence-'));
      for (const [path, name] of evidenceFiles) {
        const bytes = files.get(path);
        if (bytes !== undefined) writeFileSync(join(folder, name), bytes);
      }
      return folder;
    },
    remove() {
      if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
    },
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

/** Exchanges are read from the folder when they are needed. @throws BundleRefused if it is not a journal */
function journalIn(folder: string): RunJournal {
  try {
    return readJournal(folder);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return refuse('schema', `The evidence is not a journal: ${error.message.replaceAll(folder, 'evidence')}`);
  }
}
