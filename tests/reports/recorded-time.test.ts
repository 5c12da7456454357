import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { CaseLine } from '../../journal/case-line.ts';
import { recordedTime } from '../../reports/replay/recorded-time.ts';
import { aCase } from './journal-fixture.ts';

/** A case whose exchanges were sent and answered at these moments. */
function caseAt(id: string, ...moments: (readonly [number, number])[]): CaseLine {
  const { line } = aCase({ requirement: id, operation: 'list-users', requests: moments.length });
  return {
    ...line,
    id,
    attempts: moments.map((each, index) => ({
      ...line.attempts[0],
      role: 'probe',
      ordinal: index + 1,
      attempt: 1,
      exchange: `${id}#${index + 1}`,
      moments: each,
    })) as CaseLine['attempts'],
  };
}

/** Sends a request, waits, and sends another; it needs some turns before it waits, in which others go on. */
async function replayed(waitMs: number): Promise<string | undefined> {
  const time = recordedTime();
  const exchange = async (id: string): Promise<void> => {
    time.moment(id);
    await time.atEnd(id);
    time.moment(id);
  };
  return time.pass([
    {
      cases: [caseAt('one', [0, 10], [56.9, 58])],
      conduct: async () => {
        await exchange('one#1');
        for (let turn = 0; turn < 10; turn += 1) await setImmediate();
        await time.clock.wait(waitMs);
        await exchange('one#2');
      },
    },
    { cases: [caseAt('other', [11, 13])], conduct: () => exchange('other#1') },
  ]);
}

test('A wait that begins late, because others went on meanwhile, still ends when the run went on.', async () => {
  expect(await replayed(47)).toBeUndefined();
});

test('A wait that is longer than that of the run is a difference.', async () => {
  expect(await replayed(200)).toBe('one#2');
});
