import { artifactProblem } from './artifacts.ts';
import { assuranceOf, assuranceProblem, claimProblem, witnessProblem } from './assurance.ts';
import { attachedTimeProblem } from './attachments/attachments.ts';
import { answerProblem, expiryProblem, type OpenedChallenge, productProblem } from './challenge.ts';
import { derivedFiles, derivedProblem } from './derived-files.ts';
import {
  contentProblem,
  endingsProblem,
  sentAfterProblem,
  sentLateProblem,
  settingsProblem,
  sumsProblem,
  targetProblem,
} from './evidence-facts.ts';
import { sentDuringProblem } from './exchange-facts.ts';
import { judgementsProblem, reportProblem, sumsAloneProblem } from './judged-again.ts';
import { challengeFile, fileIn, manifestFile, manifestProblem, sha256 } from './manifest.ts';
import { obstaclesIn } from './obstacles.ts';
import type { OpenedBundle } from './opened-bundle.ts';
import type { RefusalKind } from './refusal.ts';
import { requiredSetProblem } from './required-set.ts';
import { secretProblem } from './secrets.ts';
import { signersProblem, statementsProblem, subjectsProblem, undisguisedProblem } from './statements.ts';
import { currentProblem, revokedProblem } from './status-list.ts';
import { timesProblem, validityProblem } from './validity.ts';

/** A rule that a certificate keeps. */
export interface Rule {
  /** How a bundle that breaks it is refused, which gives the exit status. */
  readonly kind: RefusalKind;
  readonly sentence: string;
  /**
   * The problem in a sentence; undefined if the bundle keeps the rule.
   * @throws BundleRefused if what the rule is about cannot be read
   */
  readonly check: (bundle: OpenedBundle) => Problem | Promise<Problem>;
}

type Problem = string | undefined;

/** A check of the challenge that a run answers; a bundle without one keeps its rule. */
function ofChallenge(check: (challenge: OpenedChallenge, bundle: OpenedBundle) => Problem): Rule['check'] {
  return (bundle) => {
    const challenge = bundle.challenge();
    return challenge && check(challenge, bundle);
  };
}

/** For rules that hold if what they are about can be read. */
const noProblem = (..._read: readonly unknown[]): undefined => undefined;

/**
 * The rules of a certificate, in the order in which they are checked: who says it, what is said, whether that follows from the
 * evidence, and what it is worth to the verifier. What takes longest comes last.
 */
export const rules: readonly Rule[] = [
  {
    kind: 'signature',
    sentence: 'At least --threshold of the trusted keys signed both statements.',
    check: ({ signers, verifier }) => signersProblem(signers(), verifier.threshold),
  },
  {
    kind: 'timestamp',
    sentence:
      'Each timestamp is for a signature of the verdict; with --timestamp-root, one of them leads to a trusted root.',
    check: async ({ timestamps }) => noProblem(await timestamps()),
  },
  {
    kind: 'log-entry',
    sentence:
      'Each log entry is for a signature of the verdict; with --log-key, one of them is in a trusted log.',
    check: async ({ logEntries }) => noProblem(await logEntries()),
  },
  {
    kind: 'signature',
    sentence: 'Each status list is signed by a signer of the certificate, or by a certifier.',
    check: ({ statusLists }) => noProblem(statusLists()),
  },
  {
    kind: 'expired-or-secret',
    sentence: 'Each status list is neither from the future nor out of date.',
    check: ({ statusLists, verifier }) => currentProblem(statusLists(), verifier.now),
  },
  {
    kind: 'revoked',
    sentence: 'The certificate is on no status list.',
    check: ({ files, statusLists }) =>
      revokedProblem(statusLists(), 'The certificate', sha256(fileIn(files, manifestFile))),
  },
  {
    kind: 'schema',
    sentence: 'Both statements are in-toto statements of the expected types.',
    check: ({ subjects, predicate }) => noProblem(subjects(), predicate()),
  },
  {
    kind: 'integrity',
    sentence: 'Both statements refer to the manifest of the bundle and to the same artifacts.',
    check: ({ files, subjects }) => subjectsProblem(files, subjects()),
  },
  {
    kind: 'integrity',
    sentence:
      'Each file of the manifest is present and unchanged, and there are no other files but attachments.',
    check: ({ files }) => manifestProblem(files),
  },
  {
    kind: 'required-set',
    sentence: 'There is a challenge if the statement claims one, and only then.',
    check: ({ files, predicate }) => claimProblem(predicate().assurance, files.has(challengeFile)),
  },
  {
    kind: 'signature',
    sentence: 'The challenge is signed by the key in it, and by no other.',
    check: ofChallenge(noProblem),
  },
  {
    kind: 'required-set',
    sentence:
      'The run was judged by this version of the suite and this document, under a profile that is known here.',
    check: ({ report, profile }) => noProblem(report(), profile()),
  },
  {
    kind: 'required-set',
    sentence: 'The required set is that of the suite, the profile and the report.',
    check: ({ files, report, profile }) => requiredSetProblem(files, report(), profile()),
  },
  {
    kind: 'required-set',
    sentence: 'The whole suite was run, everything that is required was decided, and no waiver applies.',
    check: ({ report }) => obstaclesIn(report())[0],
  },
  {
    kind: 'required-set',
    sentence:
      'The challenge was issued for this product, and the run answers it: it began later, with its seed and nonce, and was made as it says.',
    check: ofChallenge(
      (challenge, { predicate, report }) =>
        productProblem(challenge, predicate().implementation) ?? answerProblem(challenge, report()),
    ),
  },
  {
    kind: 'expired-or-secret',
    sentence: 'The run began before the challenge expired.',
    check: ofChallenge((challenge, { report }) => expiryProblem(challenge, report())),
  },
  {
    kind: 'schema',
    sentence: 'Each line of the evidence is valid and occurs once.',
    check: ({ evidence }) => noProblem(evidence()),
  },
  {
    kind: 'schema',
    sentence:
      'Each answer is one that a connection gives, with the body that its head announces and the content of that body.',
    check: ({ evidence }) => contentProblem(evidence()),
  },
  {
    kind: 'required-set',
    sentence:
      'Each request was sent to the host of the target that the report names, under settings of a run.',
    check: ({ evidence, report }) => targetProblem(evidence(), report()) ?? settingsProblem(evidence()),
  },
  {
    kind: 'required-set',
    sentence: 'Each credential has one role, and those that are marked as expired were.',
    check: ({ evidence }) => evidence().sent.credentialProblem,
  },
  {
    kind: 'required-set',
    sentence:
      'Each check says how it ended; only a soak sums up cases instead of keeping them, and it has all of them.',
    check: ({ evidence }) => endingsProblem(evidence()) ?? sumsProblem(evidence()),
  },
  {
    kind: 'required-set',
    sentence: 'Each request was sent after the challenge was issued.',
    check: ofChallenge((challenge, { evidence }) => sentAfterProblem(evidence(), challenge)),
  },
  {
    kind: 'expired-or-secret',
    sentence: 'The first request was sent before the challenge expired.',
    check: ofChallenge((challenge, { evidence }) => sentLateProblem(evidence(), challenge)),
  },
  {
    kind: 'integrity',
    sentence: 'The run is complete, and these are its exchanges.',
    check: ({ journal }) => journal().problems[0],
  },
  {
    kind: 'required-set',
    sentence: 'The report follows from the evidence.',
    check: ({ counted, report }) => reportProblem(counted().report, report()),
  },
  {
    kind: 'required-set',
    sentence: 'README.md, report.html and junit.xml follow from the report and the evidence.',
    check: ({ files, report, counted, declared }) =>
      derivedProblem(files, derivedFiles({ ...counted(), report: report() }, declared())),
  },
  {
    kind: 'judgement',
    sentence: 'Judging each case again gives the same result.',
    check: ({ judgedAgain }) => judgementsProblem(judgedAgain()),
  },
  {
    kind: 'judgement',
    sentence: 'Each MUST that passed rests on exchanges that are kept.',
    check: ({ journal, judgedAgain, report }) => journal().sums && sumsAloneProblem(judgedAgain(), report()),
  },
  {
    kind: 'required-set',
    sentence: 'Both statements follow from the report, the files, and what the signer declares.',
    check: ({ files, statements, report, declared }) =>
      statementsProblem({ ...declared(), report: report(), files }, statements()),
  },
  {
    kind: 'required-set',
    sentence: 'A run on a target that was not disguised says why, and no other one does.',
    check: ({ report, predicate }) => undisguisedProblem(report(), predicate().undisguised),
  },
  {
    kind: 'required-set',
    sentence: 'The run began before it ended.',
    check: ({ report, predicate }) => timesProblem(report(), predicate().notAfter),
  },
  {
    kind: 'expired-or-secret',
    sentence:
      'The certificate is not from the future, not expired, and not valid for longer than is allowed.',
    check: ({ report, predicate, verifier }) => validityProblem(report(), predicate().notAfter, verifier.now),
  },
  {
    kind: 'required-set',
    sentence: 'Requests were sent all the while the run lasted, and answered within its timeout.',
    check: ({ evidence, report }) =>
      sentDuringProblem(evidence().sent, report(), evidence().preflight.inputs?.timeoutMs ?? 0),
  },
  {
    kind: 'expired-or-secret',
    sentence: 'No file contains a secret.',
    check: ({ files, statements }) => secretProblem(files, statements()),
  },
  {
    kind: 'signature',
    sentence: 'A witnessed run is signed by the certifier alone.',
    check: ({ declared, statements }) => witnessProblem(declared(), statements()),
  },
  {
    kind: 'revoked',
    sentence: 'The challenge is on no status list.',
    check: ofChallenge((challenge, { statusLists }) =>
      revokedProblem(statusLists(), 'The challenge that the run answers', challenge.sha256),
    ),
  },
  {
    kind: 'integrity',
    sentence: 'The certificate names each --artifact.',
    check: ({ subjects, verifier }) => artifactProblem(verifier.artifacts ?? [], subjects()[0].artifacts),
  },
  {
    kind: 'timestamp',
    sentence: 'No timestamp is older than the end of the run, or from the future.',
    check: async ({ timestamps, report, verifier }) =>
      attachedTimeProblem(await timestamps(), report(), verifier.now),
  },
  {
    kind: 'log-entry',
    sentence: 'No log entry is older than the end of the run, or from the future.',
    check: async ({ logEntries, report, verifier }) =>
      attachedTimeProblem(await logEntries(), report(), verifier.now),
  },
  {
    kind: 'signature',
    sentence: 'The assurance is at least that of --assurance.',
    check: async ({ declared, timestamps, logEntries, verifier: { certifiers = [], least } }) => {
      const attached = [...(await logEntries()), ...(await timestamps())];
      return assuranceProblem(assuranceOf(declared(), certifiers, attached), least);
    },
  },
  {
    kind: 'judgement',
    sentence:
      'The requests of a conformant run are those that its seed, its nonce and the responses lead to.',
    check: async ({ generatedAgain }) => (await generatedAgain()).problem,
  },
];
