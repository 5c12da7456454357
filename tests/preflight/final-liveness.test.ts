import { expect, test } from 'vitest';
import { askWhetherGone } from '../../preflight/final-liveness.ts';
import type { Operation } from '../../requirements/requirement.ts';
import { openAccess } from '../../session/open-session.ts';
import { readSettings } from '../../settings/settings.ts';
import { type Asked, answeringServer, type Reply } from '../wire/answering-server.ts';
import { rawServer } from '../wire/raw-server.ts';

const token = { TARGET_TOKEN: 'e30.eyJzdWIiOiJzb21lYm9keSJ9.a-signature-of-some-length' };

async function unansweredBy(
  baseUrl: string,
  credential: Readonly<Record<string, string>> = token,
): Promise<readonly string[]> {
  const settings = readSettings({ TARGET_BASE_URL: baseUrl, TARGET_TIMEOUT_MS: '300', ...credential });
  const { target } = settings;
  if (target === undefined) throw new Error('There is no target.');
  return (await askWhetherGone(() => openAccess(settings, target))).map(
    ({ id, answer }) => `${id} ${answer?.status ?? 'none'}`,
  );
}

test('A target that answers is asked one thing, whatever it answers.', async () => {
  const asked: Operation[] = [];
  const refuse = ({ operation }: Asked): Reply => {
    asked.push(operation);
    return { status: 503, body: {} };
  };
  expect(await unansweredBy(await answeringServer(refuse))).toEqual([]);
  expect(asked).toEqual(['list-users']);
});

test.each([
  ['closes every connection', (destroy: () => void) => destroy()],
  ['never answers', () => undefined],
])('A target that %s has gone: every operation shows it.', async (_, onConnection) => {
  const { origin } = await rawServer((socket) => onConnection(() => socket.destroy()));
  expect(await unansweredBy(origin.origin)).toEqual([
    'final-liveness@list-users/1 none',
    'final-liveness@generate-topology/2 none',
    'final-liveness@execute-submission/2 none',
    'final-liveness@list-users/2 none',
  ]);
});

test('Where there is no token any more, nothing is asked, and nothing is said.', async () => {
  const { origin, received } = await rawServer((socket) => socket.destroy());
  expect(await unansweredBy(origin.origin, { TARGET_TOKEN_COMMAND: 'exit 1' })).toEqual([]);
  expect(received).toEqual([]);
});

test('A target that answers on one operation still is there.', async () => {
  const { origin } = await rawServer((socket) => {
    socket.on('data', (bytes) => {
      if (bytes.toString().startsWith('GET')) socket.destroy();
      else socket.end('HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n');
    });
  });
  expect(await unansweredBy(origin.origin)).toEqual([]);
});
