import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { readArtifacts } from '../../certificate/artifacts.ts';
import type { ClaimedKind } from '../../certificate/assurance.ts';
import { refuseExisting, saveBundle } from '../../certificate/bundle-store.ts';
import {
  beginProblem,
  type Implementation,
  productProblem,
  readChallenge,
} from '../../certificate/challenge.ts';
import { refusesUsedTokens } from '../../certificate/derived-files.ts';
import { orUnwritten } from '../../certificate/evidence-lines.ts';
import { type NamedKey, readPrivateKey, readPublicKey } from '../../certificate/keys.ts';
import {
  type BundleParts,
  type CertifiedRun,
  certifiedRun,
  evidenceOf,
  makeBundle,
} from '../../certificate/make-bundle.ts';
import { obstaclesIn } from '../../certificate/obstacles.ts';
import { refuse } from '../../certificate/refusal.ts';
import { lacksReason } from '../../certificate/statements.ts';
import { longestValidity } from '../../certificate/validity.ts';
import { knownHere } from '../../certificate/verifier.ts';
import { verifyBundle } from '../../certificate/verify-bundle.ts';
import type { Profile } from '../../profiles/profile.ts';
import { shellQuoted } from '../../reports/formats/shell-quote.ts';
import type { Report } from '../../reports/report/report.ts';
import { withWarnings } from '../../reports/report/verdict.ts';
import { indented } from '../../reports/terminal/lines.ts';
import { loadProfile, profileNames } from '../../settings/load-profile.ts';
import { environmentWithFile } from '../../settings/run-environment.ts';
import { readSettings } from '../../settings/settings.ts';
import { UsageError } from '../../settings/usage-error.ts';
import type { Options } from '../options.ts';
import { orRefusal } from '../output/bundle-refusal.ts';
import { exitStatus } from '../output/exit-status.ts';
import { checkProductNames, productNames, wholeNumber } from '../output/option-values.ts';
import { say } from '../output/say.ts';
import { counterSign } from './counter-sign.ts';
import { run } from './run.ts';

/**
 * Runs the whole suite, or reads a finished run, and signs the result as a bundle. If anything required is missing, it
 * prints what is missing, signs nothing, and returns status 3. What `verify` would reject is not written either, and the status
 * is that of `verify`.
 */
export async function certify(options: Options<'certify'>): Promise<number> {
  refuseOutput(options);
  const keys = keysOf(options);
  if (options.counterSign !== undefined) {
    refuseAdditions(options);
    return counterSign(options.counterSign, options, keys);
  }
  const implementation = implementationOf(options);
  const validDays = wholeNumber('--valid-days', options.validDays, 1, longestValidity);
  const artifacts = await readArtifacts(options.artifact ?? []);
  const { from, challenge, output } = options;
  const undisguised = reasonOf(options);
  // Before a run of many minutes, not behind it.
  refuseExisting(options.bundle);
  return orRefusal(
    async () => {
      const answered = answeredChallenge(options, implementation, keys);
      if (from === undefined) {
        await run({
          requireTarget: options.reference === true ? false : referenceAlone,
          waitsForExpiry: true,
          output,
          spread: options.spread,
          ...(undisguised === undefined ? { disguise: true } : { undisguised }),
          challenge,
        });
      }
      const settings = readSettings(environmentWithFile());
      const profile = loadProfile(settings.profile);
      const evidence = evidenceOf(resolve(from ?? output ?? settings.output));
      const finished = orUnwritten(evidence, () => certifiedRun(evidence, profile));
      const because = laterReasonOf(options, finished.report);
      const parts = { profile, implementation, artifacts, validDays, ...answered, ...because };
      return certifyRun(finished, parts, keys, options);
    },
    (kind, sentence) => `No certificate was made (${kind}): ${sentence}`,
  );
}

function refuseOutput({ output, spread, from, counterSign: bundle }: Options<'certify'>): void {
  const given = Object.entries({ output, spread }).filter(([, value]) => value !== undefined);
  if (given.length > 0 && (from !== undefined || bundle !== undefined))
    throw new UsageError([
      `--${given[0]?.[0]} is ${output === undefined ? 'for' : 'the results folder of'} a new run, but ${from === undefined ? '--counter-sign' : '--from'} starts none. Leave it out.`,
    ]);
}

/** A second signature is one over the same statements. */
function refuseAdditions({ challenge, artifact }: Options<'certify'>): void {
  const given = Object.entries({ challenge, artifact }).filter(([, value]) => value !== undefined);
  if (given.length > 0)
    throw new UsageError([
      `--counter-sign signs what was signed and adds nothing to it. Leave out ${given.map(([name]) => `--${name}`).join(' and ')}.`,
    ]);
}

/** Signs a finished run, and writes the certificate if it keeps the rules by which `verify` checks it. */
async function certifyRun(
  finished: CertifiedRun,
  parts: BundleParts,
  keys: readonly NamedKey[],
  options: Options<'certify'>,
): Promise<number> {
  const { report } = finished;
  if (report.target.kind === 'reference' && options.reference !== true)
    throw new UsageError([referenceAlone]);
  const obstacles = obstaclesIn(report);
  if (obstacles.length > 0) {
    say('No certificate was made:', ...obstacles.flatMap((each) => indented(each, 2)));
    return exitStatus.noVerdict;
  }
  const files = makeBundle(parts, keys, finished);
  const profileNamed = (id: string): Profile | undefined =>
    id === parts.profile.id ? parts.profile : undefined;
  await verifyBundle(files, { ...knownHere(), profileNamed, trusted: keys, threshold: keys.length });
  saveBundle(options.bundle, files);
  const { organization, product, version } = parts.implementation;
  const certified = report.verdict === 'conformant' ? 'conformant' : 'NOT conformant';
  say(
    `${options.bundle}: ${organization} ${product} ${version} is certified as ${certified}${withWarnings(report)}.`,
    ...(refusesUsedTokens(finished.evidence)
      ? []
      : [
          `The certificate says that no used token was shown to be refused after its end: none ended during the run.${options.from === undefined ? '' : ' Without --from, `certify` waits for one.'}`,
        ]),
    `signed by ${keys.map(({ id }) => id).join(', ')}`,
    ...(parts.challenge === undefined ? [] : [`assurance: ${parts.assurance}`]),
    ...parts.artifacts.map(({ name, sha256 }) => `artifact: ${name}, SHA-256 ${sha256}`),
    `verify it: ${verifyCommand(options, parts)}`,
  );
  return report.verdict === 'conformant' ? exitStatus.conformant : exitStatus.nonConformant;
}

/** The command that verifies a bundle; in capitals what whoever runs it must know. */
function verifyCommand(
  { bundle, key = [], certifierKey = [] }: Options<'certify'>,
  { challenge, assurance, profile }: BundleParts,
): string {
  const publicKey = `${key[0]}.pub`;
  const signer = existsSync(publicKey) ? publicKey : 'PUBLIC-KEY';
  // A certifier signs a witnessed run with the key that issued the challenge.
  const certifiers =
    certifierKey.length > 0 ? certifierKey : [assurance === 'witnessed' ? signer : 'CERTIFIER-KEY'];
  const named = profileNames.includes(profile.id) ? [] : ['--profile', 'PROFILE'];
  const asked = challenge === undefined ? [] : ['--certifier-key', certifiers.join(',')];
  return ['ledger-conformance verify', bundle, '--key', signer, ...asked, ...named]
    .map((word, index) => (index === 0 ? word : shellQuoted(word)))
    .join(' ');
}

/** Why the run is not disguised; undefined if it is. It is signed, so it must be readable. */
function reasonOf({ undisguised, undisguisedBecause, from }: Options<'certify'>): string | undefined {
  if (undisguisedBecause !== undefined && from === undefined)
    throw new UsageError([
      '--undisguised-because is about a finished run, but without --from a new one begins. Use --undisguised REASON.',
    ]);
  if (undisguised === undefined) return undefined;
  if (from !== undefined)
    throw new UsageError([
      '--undisguised applies to a new run, but --from certifies a finished one. Leave it out: the bundle says how that run was sent.',
    ]);
  return readableReason('--undisguised', undisguised);
}

/** The same for a finished run that does not say it itself; a target may have known such a run from its users. */
function laterReasonOf(
  { undisguisedBecause: reason }: Options<'certify'>,
  report: Report,
): Pick<BundleParts, 'undisguised'> {
  const isAsked = lacksReason(report, undefined);
  if (reason === undefined && isAsked)
    throw new UsageError([
      'The run was not disguised, so the target could tell it from its users. Run it with `certify`, or say why with --undisguised-because REASON.',
    ]);
  if (reason !== undefined && !isAsked)
    throw new UsageError([
      '--undisguised-because is for a run on a target that was not disguised and does not say why. Leave it out.',
    ]);
  return reason === undefined ? {} : { undisguised: readableReason('--undisguised-because', reason) };
}

function readableReason(option: string, reason: string): string {
  if (!/^\S(?:[^\p{C}]{0,298}\S)?$/u.test(reason))
    throw new UsageError([
      `${option} needs a reason: up to 300 characters on one line, such as "the gateway admits only known clients".`,
    ]);
  return reason;
}

const referenceAlone =
  'No target is configured, and a certificate of the reference server says nothing about yours. Set TARGET_BASE_URL, or use --reference to try the command out.';

function keysOf({ key }: Options<'certify'>): NamedKey[] {
  if (key === undefined || key.length === 0) {
    throw new UsageError([
      '--key FILE is missing: a certificate must be signed. `ledger-conformance keygen FILE` generates a key.',
    ]);
  }
  const keys = key.map(readPrivateKey);
  // A key that is given twice signs once.
  return [...new Map(keys.map((each) => [each.id, each])).values()];
}

const referenceNames = {
  organization: 'ledger-conformance',
  product: 'reference server',
  version: 'as shipped',
} as const satisfies Implementation;

function implementationOf(options: Options<'certify'>): Implementation {
  const names = { ...(options.reference === true ? referenceNames : {}), ...productNames(options) };
  const { organization, product, version } = names;
  if (organization === undefined || product === undefined || version === undefined) {
    throw new UsageError([
      'A certificate names the tested product. Give --organization, --product and --product-version.',
    ]);
  }
  checkProductNames(names);
  return { organization, product, version };
}

/**
 * The challenge that the run is to answer, checked before the run. Only the holder of the key that issued it can witness the
 * run: by having `certify` conduct it, and by signing alone.
 * @throws UsageError if it cannot be read, BundleRefused if it cannot be used
 */
export function answeredChallenge(
  { challenge: path, certifierKey, from }: Pick<Options<'certify'>, 'challenge' | 'certifierKey' | 'from'>,
  implementation: Implementation,
  keys: readonly NamedKey[],
): Pick<BundleParts, 'challenge' | 'assurance'> {
  if (path === undefined) return { challenge: undefined, assurance: 'self-declared' };
  const { bytes, opened } = readChallenge(path);
  refuseForeign(path, opened.issuer, certifierKey);
  const foreign = productProblem(opened, implementation);
  if (foreign !== undefined) refuse('required-set', foreign);
  const late = from === undefined ? beginProblem(opened, new Date()) : undefined;
  if (late !== undefined) refuse('expired-or-secret', late);
  const isCertifier = keys.length === 1 && keys[0]?.id === opened.issuer;
  const assurance: ClaimedKind = from === undefined && isCertifier ? 'witnessed' : 'challenged';
  return { challenge: bytes, assurance };
}

function refuseForeign(path: string, issuer: string, files: readonly string[] | undefined): void {
  if (files === undefined) return;
  const certifiers = files.map(readPublicKey);
  if (certifiers.some(({ id }) => id === issuer)) return;
  refuse(
    'signature',
    `${path} was issued by the key ${issuer}, which is not one of those given as --certifier-key. Ask the certifier for the key, or for another challenge.`,
  );
}
