import { BundleRefused } from '../../certificate/bundle-refused.ts';
import { type OpenedChallenge, openChallenge } from '../../certificate/challenge.ts';
import { checkCanBegin } from '../../certificate/check-challenge.ts';
import { readText } from '../../settings/read-file.ts';
import type { Environment } from '../../settings/run-environment.ts';
import { UsageError } from '../../settings/usage-error.ts';

/** A challenge and the bytes of its file, which go into the bundle. */
export interface ChallengeFile {
  readonly bytes: Buffer;
  readonly opened: OpenedChallenge;
}

/**
 * Reads the file given as --challenge.
 * @throws UsageError if it cannot be read, BundleRefused if it is malformed or its signature is invalid
 */
export function readChallenge(path: string): ChallengeFile {
  const bytes = Buffer.from(
    readText(path, `--challenge ${path} cannot be read. Give the file that the certifier sent.`),
  );
  return { bytes, opened: openChallenge(path, bytes) };
}

/**
 * The nonce of a run that begins now and answers a challenge.
 * @param given the environment, with the options of the run
 * @throws UsageError if the challenge cannot be used, or another nonce is set
 */
export function nonceFor(path: string, given: Environment): string {
  if (given.CONFORMANCE_NONCE !== undefined)
    throw new UsageError([
      'The nonce of a run that answers a challenge follows from it. Leave out --nonce, and unset CONFORMANCE_NONCE.',
    ]);
  try {
    const { opened } = readChallenge(path);
    checkCanBegin(opened, new Date());
    return opened.runNonce;
  } catch (error) {
    if (error instanceof BundleRefused) throw new UsageError([error.message]);
    throw error;
  }
}
