import { resolve } from 'node:path';
import { readBundle, saveBundle } from '../../reports/bundle/bundle-store.ts';
import { counterSigned, envelopeOf } from '../../reports/bundle/dsse.ts';
import { type NamedKey, readPrivateKey } from '../../reports/bundle/keys.ts';
import { certifiedReport, makeBundle } from '../../reports/bundle/make-bundle.ts';
import { testResultFile, verdictFile } from '../../reports/bundle/manifest.ts';
import { obstaclesIn } from '../../reports/bundle/obstacles.ts';
import { jsonFile } from '../../reports/bundle/required-set.ts';
import type { Implementation } from '../../reports/bundle/statements.ts';
import { indented } from '../../reports/terminal/lines.ts';
import { loadProfile } from '../../settings/load-profile.ts';
import { environmentWithFile } from '../../settings/run-environment.ts';
import { readSettings } from '../../settings/settings.ts';
import { UsageError } from '../../settings/usage-error.ts';
import { exitStatus } from '../output/exit-status.ts';
import { say } from '../output/say.ts';
import { wholeNumber } from '../output/whole-number.ts';
import { run } from './run.ts';

export interface CertifyOptions {
  readonly key?: readonly string[];
  readonly bundle: string;
  readonly from?: string;
  readonly counterSign?: string;
  readonly reference?: boolean;
  readonly organization?: string;
  readonly product?: string;
  readonly productVersion?: string;
  readonly validDays: string;
}

/**
 * Runs the whole suite, or reads a finished run, and signs the result as a bundle. If anything required is missing, it
 * prints what is missing, signs nothing, and returns status 3.
 */
export async function certify(options: CertifyOptions): Promise<number> {
  const keys = await keysOf(options);
  if (options.counterSign !== undefined) return counterSign(options.counterSign, options.bundle, keys);
  const implementation = implementationOf(options);
  const validDays = wholeNumber('--valid-days', options.validDays, 1, 3_650);
  const settings = readSettings(environmentWithFile());
  if (options.from === undefined) {
    if (settings.target === undefined && options.reference !== true) throw new UsageError([referenceAlone]);
    await run({ requireTarget: options.reference !== true, waitsForExpiry: true });
  }
  const folder = resolve(options.from ?? settings.output);
  const profile = loadProfile(settings.profile);
  const report = certifiedReport(folder, profile);
  if (report.target.kind === 'reference' && options.reference !== true)
    throw new UsageError([referenceAlone]);
  const obstacles = obstaclesIn(report);
  if (obstacles.length > 0) {
    say('No certificate was made:', ...obstacles.flatMap((each) => indented(each, 2)));
    return exitStatus.noVerdict;
  }
  saveBundle(options.bundle, makeBundle({ folder, profile, implementation, keys, validDays }));
  const certified = report.verdict === 'conformant' ? 'conformant' : 'NOT conformant';
  say(
    `${options.bundle}: ${implementation.organization} ${implementation.product} ${implementation.version} is certified as ${certified}.`,
    `signed by ${keys.map(({ id }) => id).join(', ')}`,
    `verify it: ledger-conformance verify ${options.bundle} --key ${options.key?.[0] ?? 'FILE'}.pub`,
  );
  return report.verdict === 'conformant' ? exitStatus.conformant : exitStatus.nonConformant;
}

const referenceAlone =
  'No target is configured, and a certificate of the reference server says nothing about yours. Set TARGET_BASE_URL, or use --reference to try the command out.';

/** Adds a signature to a bundle, for a certifier who has verified it. */
function counterSign(from: string, to: string, keys: readonly NamedKey[]): number {
  const files = new Map(readBundle(from));
  for (const name of [verdictFile, testResultFile]) {
    const bytes = files.get(name);
    if (bytes === undefined) throw new UsageError([`${from} is not a bundle: it has no ${name}.`]);
    const signed = keys.reduce(counterSigned, envelopeOf(name, bytes));
    files.set(name, jsonFile(signed));
  }
  saveBundle(to, files);
  say(`${to}: ${from}, also signed by ${keys.map(({ id }) => id).join(', ')}`);
  return exitStatus.conformant;
}

async function keysOf({ key }: CertifyOptions): Promise<NamedKey[]> {
  if (key === undefined || key.length === 0) {
    throw new UsageError([
      '--key FILE is missing: a certificate must be signed. `ledger-conformance keygen FILE` generates a key.',
    ]);
  }
  return Promise.all(key.map(readPrivateKey));
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
  return { organization: by, product: what, version };
}
