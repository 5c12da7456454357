import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { UsageError } from '../../../settings/usage-error.ts';
import { exitStatus } from '../../output/exit-status.ts';
import { orUnwritable } from '../../output/or-unwritable.ts';
import { say } from '../../output/say.ts';

/** The files of `init --specs`, by path. */
export const specsFiles: Readonly<Record<string, string>> = {
  'playwright.config.ts': `import { specsConfig } from 'ledger-conformance/specs';

export default specsConfig({ testDir: 'specs' });
`,
  'specs/users.spec.ts': `import { expect, test } from 'ledger-conformance';

test('Users are not listed without a credential.', async ({ send }) => {
  const answer = await send.get('/v2/users', { anonymous: true });
  expect(answer.status()).toBe(401);
});
`,
};

/**
 * Writes a Playwright configuration and a first spec to the current folder, for `npx playwright test` and editors.
 * @throws UsageError if one of the files exists, unless `force` says to overwrite it
 */
export function initSpecs(force: boolean): number {
  const there = Object.keys(specsFiles).filter((path) => existsSync(path));
  if (there.length > 0 && !force)
    throw new UsageError([
      `${there.join(' and ')} already ${there.length === 1 ? 'exists' : 'exist'}; nothing was changed. Use --force to overwrite.`,
    ]);
  for (const [path, text] of Object.entries(specsFiles))
    orUnwritable(path, 'Change to a writable folder in which it can be made.', () => {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
    });
  say(`Wrote ${Object.keys(specsFiles).join(' and ')}.`, 'Next: npx playwright test');
  return exitStatus.conformant;
}
