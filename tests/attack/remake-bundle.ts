import { openChallenge } from '../../certificate/challenge.ts';
import { certifiedRun, signedBundle } from '../../certificate/make-bundle.ts';
import { challengeFile, type Files, verdictFile } from '../../certificate/manifest.ts';
import { jsonFile } from '../../certificate/strict-json.ts';
import { loadProfile } from '../../settings/load-profile.ts';
import { type Change, statementOf } from './change-run.ts';
import type { Base, Forgery } from './forgery.ts';

/**
 * Evidence changed by the vendor, who makes the report and everything else from it with the suite itself, and signs. What
 * people read is left out: a bundle without it is complete.
 */
export const remade =
  (...changes: readonly Change[]): Forgery['forge'] =>
  (base) => ({ files: remadeBundle(base, changes) });

export function remadeBundle(
  { files, vendor }: Base,
  changes: readonly Change[],
  validUntil?: string,
): Files {
  const evidence = new Map([...files].filter(([path]) => path.startsWith('evidence/')));
  for (const change of changes) change(evidence);
  const { report } = certifiedRun(evidence, loadProfile('document'));
  const all = new Map<string, Buffer>(evidence);
  for (const path of ['checks.json', 'profile.json', 'requirements.json', 'self-test.json'])
    all.set(path, files.get(path) ?? Buffer.alloc(0));
  all.set('report.json', jsonFile(report));
  all.set('waivers.json', jsonFile(report.waivers));
  const challenge = files.get(challengeFile);
  if (challenge !== undefined) all.set(challengeFile, challenge);
  const { implementation, notAfter, program, assurance } = statementOf(files, verdictFile).predicate;
  const said = {
    implementation,
    notAfter: validUntil ?? notAfter,
    program: program.sha256,
    artifacts: [],
    assurance,
    challenge: challenge === undefined ? undefined : openChallenge(challengeFile, challenge),
  };
  return signedBundle(all, { report, ...said }, [vendor]);
}
