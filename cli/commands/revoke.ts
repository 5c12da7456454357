import { existsSync } from 'node:fs';
import { readBundle } from '../../certificate/bundle-store.ts';
import { readChallenge } from '../../certificate/challenge.ts';
import { type NamedKey, readPrivateKey } from '../../certificate/keys.ts';
import { manifestFile, sha256 } from '../../certificate/manifest.ts';
import { envelopeOf, payloadTypes } from '../../certificate/signed-document.ts';
import { issueStatusList, openStatusList, type Revocation } from '../../certificate/status-list.ts';
import { jsonFile } from '../../certificate/strict-json.ts';
import { longestValidity } from '../../certificate/validity.ts';
import { counted } from '../../reports/formats/plain-text.ts';
import { readBytes } from '../../settings/read-file.ts';
import { UsageError } from '../../settings/usage-error.ts';
import type { Options } from '../options.ts';
import { orRefusal } from '../output/bundle-refusal.ts';
import { exitStatus } from '../output/exit-status.ts';
import { wholeNumber } from '../output/option-values.ts';
import { say } from '../output/say.ts';
import { writeOver } from '../output/write-file.ts';

/** Adds certificates and challenges to a status list, or issues it again as it is; a new file begins a new list. */
export async function revoke(options: Options<'revoke'>): Promise<number> {
  const key = readPrivateKey(options.key);
  const validDays = wholeNumber('--valid-days', options.validDays, 1, longestValidity);
  const certificates = digestsOf(options);
  const challenges = options.challenge ?? [];
  const reason = reasonOf(options, certificates.length + challenges.length);
  return orRefusal(
    async () => {
      const digests = [...certificates, ...challenges.map((path) => readChallenge(path).opened.sha256)];
      const before = listedIn(options.status, key);
      const now = new Date();
      const added = digests
        .filter((digest) => !before.some((each) => each.sha256 === digest))
        .map((digest) => ({ sha256: digest, revokedAt: now.toISOString(), reason }));
      const revoked = [...before, ...added];
      writeOver(options.status, String(jsonFile(issueStatusList(key, { now, validDays, revoked }))));
      say(
        `${options.status}: ${revoked.length} revoked, ${added.length} of them now; signed by ${key.id}.`,
        `Issue it again within ${counted(validDays, 'day')}: ledger-conformance revoke --key ${options.key} --status ${options.status}`,
      );
      return exitStatus.conformant;
    },
    (kind, sentence) => `Nothing was revoked (${kind}): ${sentence}`,
  );
}

/** The digests of the manifests of what is to be revoked. */
function digestsOf({ bundle = [], digest = [] }: Options<'revoke'>): string[] {
  const wrong = digest.find((each) => !/^[0-9a-f]{64}$/.test(each));
  if (wrong !== undefined)
    throw new UsageError([
      `--digest ${wrong} is not a SHA-256 in 64 lower-case hex digits. \`verify\` prints that of a certificate.`,
    ]);
  const ofBundles = bundle.map((path) => {
    const manifest = readBundle(path).get(manifestFile);
    if (manifest === undefined) throw new UsageError([`${path} is not a bundle: it has no ${manifestFile}.`]);
    return sha256(manifest);
  });
  return [...new Set([...ofBundles, ...digest])];
}

function reasonOf({ reason }: Options<'revoke'>, count: number): string {
  if (count === 0 && reason !== undefined)
    throw new UsageError([
      '--reason without --bundle, --digest or --challenge: say what is revoked, or leave it out.',
    ]);
  if (count > 0 && (reason === undefined || reason.trim() === '' || reason.length > 200))
    throw new UsageError(['--reason TEXT is missing or too long: say in 1 to 200 characters why.']);
  return reason ?? '';
}

/** What a list has already; each signer keeps its own. */
function listedIn(path: string, key: NamedKey): readonly Revocation[] {
  if (!existsSync(path)) return [];
  const bytes = readBytes(path, `${path} cannot be read. Correct the path or its permissions.`);
  const { signatures } = envelopeOf(path, bytes, payloadTypes.statusList);
  if (!signatures.some(({ keyid }) => keyid === key.id))
    throw new UsageError([
      `${path} is the list of another key, ${signatures[0]?.keyid}. Each key has a list of its own: give --status another name.`,
    ]);
  return openStatusList({ name: path, bytes }, [key]).revoked;
}
