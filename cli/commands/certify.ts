import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { readArtifacts } from '../../certificate/artifacts.ts';
import { refuseExisting, saveBundle } from '../../certificate/bundle-store.ts';
import type { Implementation } from '../../certificate/challenge.ts';
import { checkLines } from '../../certificate/evidence-lines.ts';
import { type NamedKey, readPrivateKey } from '../../certificate/keys.ts';
import {
  type BundleParts,
  certifiedReport,
  evidenceOf,
  makeBundle,
  refuseUnfinished,
} from '../../certificate/make-bundle.ts';
import { obstaclesIn } from '../../certificate/obstacles.ts';
import { longestValidity } from '../../certificate/validity.ts';
import { knownHere } from '../../certificate/verifier.ts';
import { verifyBundle } from '../../certificate/verify-bundle.ts';
import type { Profile } from '../../profiles/profile.ts';
import { shellQuoted } from '../../reports/formats/shell-quote.ts';
import { indented } from '../../reports/terminal/wrapped.ts';
import { loadProfile, profileNames } from '../../settings/load-profile.ts';
import { environmentWithFile } from '../../settings/run-environment.ts';
import { readSettings } from '../../settings/settings.ts';
import { UsageError } from '../../settings/usage-error.ts';
import { orRefusal } from '../output/bundle-refusal.ts';
import { exitStatus } from '../output/exit-status.ts';
import { checkProductNames } from '../output/product-names.ts';
import { say } from '../output/say.ts';
import { wholeNumber } from '../output/whole-number.ts';
import { answeredChallenge } from './certify/answered-challenge.ts';
import { counterSign } from './certify/counter-sign.ts';
import { run } from './run.ts';

export interface CertifyOptions {
  readonly key?: readonly string[];
  readonly bundle: string;
  /** The results folder of the run. */
  readonly output?: string;
  readonly from?: string;
  readonly challenge?: string;
  readonly certifierKey?: readonly string[];
  readonly artifact?: readonly string[];
  readonly counterSign?: string;
  readonly signer?: readonly string[];
  readonly profile?: string;
  readonly reference?: boolean;
  readonly organization?: string;
  readonly product?: string;
  readonly productVersion?: string;
  readonly validDays: string;
  /** Why the run is not disguised. */
  readonly undisguised?: string;
}

/**
 * Runs the whole suite, or reads a finished run, and signs the result as a bundle. If anything required is missing, it
 * prints what is missing, signs nothing, and returns status 3. What `verify` would reject is not written either, and the status
 * is that of `verify`.
 */
export async function certify(options: CertifyOptions): Promise<number> {
  refuseOutput(options);
  const keys = keysOf(options);
  if (options.counterSign !== undefined) {
    refuseAdditions(options);
    const { counterSign: from, bundle: to, signer: signers, profile } = options;
    return counterSign({ from, to, keys, signers, profile });
  }
  const implementation = implementationOf(options);
  const validDays = wholeNumber('--valid-days', options.validDays, 1, longestValidity);
  const artifacts = await readArtifacts(options.artifact ?? []);
  const { from, challenge, certifierKey, output } = options;
  const undisguised = reasonOf(options);
  // Before a run of many minutes, not behind it.
  refuseExisting(options.bundle);
  return orRefusal(
    async () => {
      const answered = answeredChallenge({ challenge, certifierKey, from, implementation, keys });
      if (from === undefined) {
        await run({
          requireTarget: options.reference === true ? false : referenceAlone,
          waitsForExpiry: true,
          output,
          ...(undisguised === undefined ? { disguise: true } : { undisguised }),
          challenge,
        });
      }
      const settings = readSettings(environmentWithFile());
      const folder = resolve(from ?? output ?? settings.output);
      const profile = loadProfile(settings.profile);
      const parts = { folder, profile, implementation, artifacts, validDays, ...answered };
      return certifyRun(parts, keys, options);
    },
    (kind, sentence) => `No certificate was made (${kind}): ${sentence}`,
  );
}

function refuseOutput({ output, from, counterSign: bundle }: CertifyOptions): void {
  if (output !== undefined && (from !== undefined || bundle !== undefined))
    throw new UsageError([
      `--output is the results folder of a new run, but ${from === undefined ? '--counter-sign' : '--from'} begins none. Leave it out.`,
    ]);
}

/** A second signature is one over the same statements. */
function refuseAdditions({ challenge, artifact }: CertifyOptions): void {
  const given = Object.entries({ challenge, artifact }).filter(([, value]) => value !== undefined);
  if (given.length > 0)
    throw new UsageError([
      `--counter-sign signs what was signed and adds nothing to it. Leave out ${given.map(([name]) => `--${name}`).join(' and ')}.`,
    ]);
}

/** Signs a finished run, and writes the certificate if it keeps the rules by which `verify` checks it. */
async function certifyRun(
  parts: BundleParts,
  keys: readonly NamedKey[],
  options: CertifyOptions,
): Promise<number> {
  checkLines(evidenceOf(parts.folder));
  const report = certifiedReport(parts.folder, parts.profile);
  if (report.target.kind === 'reference' && options.reference !== true)
    throw new UsageError([referenceAlone]);
  const obstacles = obstaclesIn(report);
  if (obstacles.length > 0) {
    say('No certificate was made:', ...obstacles.flatMap((each) => indented(each, 2)));
    return exitStatus.noVerdict;
  }
  refuseUnfinished(parts.folder);
  const files = makeBundle(parts, keys);
  const profileNamed = (id: string): Profile | undefined =>
    id === parts.profile.id ? parts.profile : undefined;
  await verifyBundle(files, { ...knownHere(), profileNamed, trusted: keys, threshold: keys.length });
  saveBundle(options.bundle, files);
  const { organization, product, version } = parts.implementation;
  const certified = report.verdict === 'conformant' ? 'conformant' : 'NOT conformant';
  say(
    `${options.bundle}: ${organization} ${product} ${version} is certified as ${certified}.`,
    `signed by ${keys.map(({ id }) => id).join(', ')}`,
    ...(parts.challenge === undefined ? [] : [`assurance: ${parts.assurance}`]),
    ...parts.artifacts.map(({ name, sha256 }) => `artifact: ${name}, SHA-256 ${sha256}`),
    `verify it: ${verifyCommand(options, parts)}`,
  );
  return report.verdict === 'conformant' ? exitStatus.conformant : exitStatus.nonConformant;
}

/** The command that verifies a bundle; in capitals what whoever runs it must know. */
function verifyCommand(
  { bundle, key = [], certifierKey = [] }: CertifyOptions,
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
function reasonOf({ undisguised, from }: CertifyOptions): string | undefined {
  if (undisguised === undefined) return undefined;
  if (from !== undefined)
    throw new UsageError([
      '--undisguised applies to a new run, but --from certifies a finished one. Leave it out: the bundle says how that run was sent.',
    ]);
  if (!/^\S(?:[^\p{C}]{0,298}\S)?$/u.test(undisguised))
    throw new UsageError([
      '--undisguised needs a reason: up to 300 characters on one line, such as "the gateway admits only known clients".',
    ]);
  return undisguised;
}

const referenceAlone =
  'No target is configured, and a certificate of the reference server says nothing about yours. Set TARGET_BASE_URL, or use --reference to try the command out.';

function keysOf({ key }: CertifyOptions): NamedKey[] {
  if (key === undefined || key.length === 0) {
    throw new UsageError([
      '--key FILE is missing: a certificate must be signed. `ledger-conformance keygen FILE` generates a key.',
    ]);
  }
  const keys = key.map(readPrivateKey);
  // A key that is given twice signs once.
  return [...new Map(keys.map((each) => [each.id, each])).values()];
}

function implementationOf({
  organization,
  product,
  productVersion,
  reference,
}: CertifyOptions): Implementation {
  const parts = {
    organization: organization ?? (reference === true ? 'ledger-conformance' : undefined),
    product: product ?? (reference === true ? 'reference server' : undefined),
    version: productVersion ?? (reference === true ? 'as shipped' : undefined),
  };
  const { organization: by, product: what, version } = parts;
  if (by === undefined || what === undefined || version === undefined) {
    throw new UsageError([
      'A certificate names the tested product. Give --organization, --product and --product-version.',
    ]);
  }
  checkProductNames([by, what, version]);
  return { organization: by, product: what, version };
}
