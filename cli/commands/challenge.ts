import { issueChallenge } from '../../certificate/challenge.ts';
import { readPrivateKey } from '../../certificate/keys.ts';
import { jsonFile } from '../../certificate/strict-json.ts';
import { loadProfile } from '../../settings/load-profile.ts';
import { suiteVersion } from '../../settings/suite.ts';
import { UsageError } from '../../settings/usage-error.ts';
import type { Options } from '../options.ts';
import { exitStatus } from '../output/exit-status.ts';
import { checkProductNames, productNames, wholeNumber } from '../output/option-values.ts';
import { say } from '../output/say.ts';
import { writeNew } from '../output/write-file.ts';

const hour = 60 * 60 * 1_000;

/** The longest time in hours that a challenge can be valid: three months. */
const longest = 90 * 24;

/** What a run that can be certified is made with. */
const efforts: readonly string[] = ['standard', 'soak'];

/** Issues a challenge: a run that answers it cannot have been made before. */
export async function challenge(options: Options<'challenge'>): Promise<number> {
  const key = readPrivateKey(options.key);
  const validMs = wholeNumber('--valid-hours', options.validHours, 1, longest) * hour;
  const implementation = productNames(options);
  checkProductNames(implementation);
  const { effort } = options;
  if (!efforts.includes(effort))
    throw new UsageError([
      `--effort takes ${efforts.join(' or ')}, not "${effort}": nothing less can be certified.`,
    ]);
  const run = { suite: suiteVersion, profile: loadProfile(options.profile, '--profile').id, effort };
  const now = new Date();
  writeNew(options.output, jsonFile(issueChallenge(key, { now, validMs, run, implementation })));
  const named = Object.values(implementation).join(' ');
  say(
    `${options.output}: a challenge by the key ${key.id}, for ${named === '' ? 'any product' : named}.`,
    `for a run with version ${run.suite}, the profile ${run.profile} and the effort ${run.effort}`,
    `A run that answers it must begin before ${new Date(now.getTime() + validMs).toISOString()}:`,
    `  ledger-conformance certify --challenge ${options.output} …`,
    `verify it: ledger-conformance verify BUNDLE --key SIGNER.pub --certifier-key ${options.key}.pub`,
  );
  return exitStatus.conformant;
}
