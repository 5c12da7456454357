import { expect, test } from 'vitest';
import { emptyFolder } from '../cli/command.ts';
import { acceptsTokensOfOthers, devices } from './devices.ts';
import { tryDevice } from './try-device.ts';
import { watched } from './watched.ts';

const limits = { timeout: 900_000 };

function device(id: string): (typeof devices)[number] {
  const found = devices.find((each) => each.id === id);
  if (found === undefined) throw new Error(`There is no device ${id}.`);
  return found;
}

test(
  'A plain run does not see what a server does to others, once it knows the suite by its User-Agent.',
  limits,
  async () => {
    const { verdict, unrecognized } = await tryDevice(device('user-agent'), {
      folder: emptyFolder(),
      args: ['--effort', 'quick'],
    });
    expect({ verdict, unrecognized }).toEqual({ verdict: 'conformant', unrecognized: 0 });
  },
);

test('A disguised run sees it, and says that the suite is told from others.', limits, async () => {
  const tried = await tryDevice(device('user-agent'), {
    folder: emptyFolder(),
    args: ['--effort', 'quick', '--disguise'],
  });
  expect(tried).toMatchObject({ status: 1 });
  expect(tried.broken).toContain('AUTH-ALG-NONE@list-users');
  expect(tried.byDisguise).toContain('AUTH-ALG-NONE@list-users');
});

test(
  'What a server does only while there are few requests shows at the pace of ordinary clients.',
  limits,
  async () => {
    // At `quick`, a loaded machine may not come to what ordinary clients do rarely, which is last.
    const tried = await tryDevice(device('rate'), {
      folder: emptyFolder(),
      args: ['--disguise'],
    });
    expect(tried).toMatchObject({ status: 1 });
    expect(tried.broken.some((each) => each.startsWith('AUTH-ALG-NONE@'))).toBe(true);
  },
);

test.each(['known-kinds-of-clients', 'token-under-both-schemes', 'broken-json', 'reserved-names'])(
  'What is watched on a server that conforms shows on one that does not: %s.',
  limits,
  async (id) => {
    const found = watched.find((each) => each.id === id);
    if (found === undefined) throw new Error(`There is no device ${id}.`);
    const { verdict, broken, recognized } = await tryDevice(
      { recognizer: found.recognizer, broken: acceptsTokensOfOthers },
      { folder: emptyFolder(), args: ['--effort', 'quick', '--disguise'] },
    );
    expect(verdict).toBe('non-conformant');
    expect(broken.some((each) => each.startsWith('AUTH-OTHER-SECRET@'))).toBe(true);
    if (id !== 'reserved-names') expect(recognized).toBeGreaterThan(0);
  },
);
