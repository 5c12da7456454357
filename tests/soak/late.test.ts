import { expect, test } from 'vitest';
import { faults } from '../../reference/faults/catalogue.ts';
import { behindFirst } from '../../reference/rows/conditions.ts';
import { startReference } from '../../reference/start.ts';
import { command, emptyFolder } from '../cli/command.ts';

test('A target that breaks at its 12,000th request passes a standard run, and fails a soak.', {
  timeout: 900_000,
}, async () => {
  const fault = faults.find(({ id }) => id === 'list-users-user-id-is-a-number');
  if (fault === undefined) throw new Error('There is no such fault; name another one.');
  const late = { ...fault, under: [...(fault.under ?? []), behindFirst(11_999)] };
  const statuses: (number | null)[] = [];
  for (const effort of ['standard', 'soak']) {
    const { environment, close } = await startReference({ fault: late });
    const settings = { ...environment, CONFORMANCE_CASES: '50000' };
    const args = ['run', '--only', 'list-users', '--effort', effort];
    const { status, stdout } = await command(args, { cwd: emptyFolder(), settings });
    await close();
    statuses.push(status);
    if (status !== 0) expect(stdout).toContain(fault.requirements[0]);
  }
  expect(statuses).toEqual([0, 1]);
});
