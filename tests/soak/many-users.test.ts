import { expect, test } from 'vitest';
import { startReference } from '../../reference/start.ts';
import { command, emptyFolder } from '../cli/command.ts';

test('A standard run has room for a hundred thousand users.', { timeout: 900_000 }, async () => {
  const { environment, close } = await startReference({ users: 100_000 });
  // A server takes seconds for such a listing where the machine is busy.
  const settings = { ...environment, TARGET_TIMEOUT_MS: '60000' };
  const { status, stdout, stderr } = await command(['run', '--only', 'list-users'], {
    cwd: emptyFolder(),
    settings,
  });
  await close();
  expect(status, `${stdout}\n${stderr}`).toBe(0);
});
