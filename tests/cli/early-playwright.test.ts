import { type AddressInfo, createServer, type Server } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { command, emptyFolder } from './command.ts';

// Playwright is started while the target is met. A command is over for a pipe when the last process that writes to it is.

/** Takes connections and never answers. */
async function silentServer(onConnection: () => void): Promise<string> {
  const server: Server = createServer((socket) => {
    socket.on('error', () => undefined);
    onTestFinished(() => {
      socket.destroy();
    });
    onConnection();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('When a run is killed during preflight, the waiting Playwright process ends too.', async () => {
  let killed = 0;
  let kill: (() => void) | undefined;
  const settings = { TARGET_BASE_URL: await silentServer(() => kill?.()), TARGET_TOKEN: 'a.b.c' };
  const { status, stderr } = await command(['run'], {
    cwd: emptyFolder(),
    settings,
    onStart: (child) => {
      kill = () => {
        killed ||= performance.now();
        child.kill('SIGKILL');
      };
    },
  });
  expect(killed).toBeGreaterThan(0);
  expect(performance.now() - killed).toBeLessThan(5_000);
  expect({ status, stderr }).toEqual({ status: null, stderr: '' });
});

test('Where the target cannot be met, nothing of Playwright is heard or left behind.', async () => {
  const settings = {
    TARGET_BASE_URL: await silentServer(() => undefined),
    TARGET_TOKEN: 'a.b.c',
    TARGET_TIMEOUT_MS: '200',
  };
  const { status, stdout, stderr } = await command(['run'], { cwd: emptyFolder(), settings });
  expect({ status, stdout }).toEqual({ status: 3, stdout: '' });
  expect(stderr).not.toContain('laywright');
});
