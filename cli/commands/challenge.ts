import { type Implementation, issueChallenge } from '../../certificate/challenge.ts';
import { readPrivateKey } from '../../certificate/keys.ts';
import { jsonFile } from '../../certificate/strict-json.ts';
import { exitStatus } from '../output/exit-status.ts';
import { checkProductNames } from '../output/product-names.ts';
import { say } from '../output/say.ts';
import { wholeNumber } from '../output/whole-number.ts';
import { writeNew } from '../output/write-new.ts';

export interface ChallengeOptions {
  readonly key: string;
  readonly output: string;
  readonly validHours: string;
  readonly organization?: string;
  readonly product?: string;
  readonly productVersion?: string;
}

const hour = 60 * 60 * 1_000;

/** The longest time in hours that a challenge can be valid: three months. */
const longest = 90 * 24;

/** Issues a challenge: a run that answers it cannot have been made before. */
export async function challenge(options: ChallengeOptions): Promise<number> {
  const key = readPrivateKey(options.key);
  const validMs = wholeNumber('--valid-hours', options.validHours, 1, longest) * hour;
  const implementation = namedParts(options);
  const now = new Date();
  writeNew(options.output, jsonFile(issueChallenge(key, { now, validMs, implementation })));
  const named = Object.values(implementation).join(' ');
  say(
    `${options.output}: a challenge by the key ${key.id}, for ${named === '' ? 'any product' : named}.`,
    `A run that answers it must begin before ${new Date(now.getTime() + validMs).toISOString()}:`,
    `  ledger-conformance certify --challenge ${options.output} …`,
    `verify it: ledger-conformance verify BUNDLE --key SIGNER.pub --certifier-key ${options.key}.pub`,
  );
  return exitStatus.conformant;
}

function namedParts({ organization, product, productVersion }: ChallengeOptions): Partial<Implementation> {
  const parts = { organization, product, version: productVersion };
  checkProductNames(Object.values(parts));
  return Object.fromEntries(Object.entries(parts).filter(([, text]) => text !== undefined));
}
