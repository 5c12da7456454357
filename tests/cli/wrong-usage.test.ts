import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { startReference } from '../../reference/start.ts';
import { root } from '../docs/documents.ts';
import { emptyFolder } from './command.ts';
import { commandHere } from './command-here.ts';

const token = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJub2JvZHkifQ.c2lnbmF0dXJlLW9mLW5vYm9keQ';

test.for<{ name: string; settings: Record<string, string>; sentence: string }>([
  {
    name: 'an empty base URL',
    settings: { TARGET_BASE_URL: '', TARGET_TOKEN: token },
    sentence: 'TARGET_BASE_URL is empty',
  },
  {
    name: 'a token without a base URL',
    settings: { TARGET_TOKEN: token },
    sentence: 'without TARGET_BASE_URL',
  },
  {
    name: 'a misspelt setting',
    settings: { TARGET_BASE_URL: 'http://127.0.0.1:9', TARGET_TOKEN: token, TARGET_SYNCRONIZER: 'x' },
    sentence: 'Did you mean TARGET_SYNCHRONIZER?',
  },
  {
    name: 'a base URL of another scheme',
    settings: { TARGET_BASE_URL: 'ftp://127.0.0.1', TARGET_TOKEN: token },
    sentence: 'TARGET_BASE_URL has an invalid value',
  },
  {
    name: 'an unknown effort',
    settings: { CONFORMANCE_EFFORT: 'great' },
    sentence: 'CONFORMANCE_EFFORT must be quick, standard or soak.',
  },
  {
    name: 'a body file that is not there',
    settings: {
      TARGET_BASE_URL: 'http://127.0.0.1:9',
      TARGET_TOKEN: token,
      TARGET_EXECUTE_REQUEST: 'nowhere.json',
    },
    sentence: 'TARGET_EXECUTE_REQUEST names a file that cannot be read',
  },
])('$name: run ends with status 2 and a sentence.', async ({ settings, sentence }) => {
  const { status, stderr, stdout } = await commandHere(['run'], { cwd: emptyFolder(), settings });
  expect(stderr).toContain(sentence);
  expect(stderr + stdout).not.toContain(token);
  expect(status).toBe(2);
});

test.for([
  { args: ['run', '--require-target'], sentence: 'TARGET_BASE_URL is not set' },
  { args: ['run', '--only', 'GT-NONE-SUCH'], sentence: 'matches nothing. Give a requirement id' },
  { args: ['run', '--only', 'AUTH-ALG-NON'], sentence: 'matches nothing. Did you mean AUTH-ALG-NONE?' },
  { args: ['run', '--effort', 'quik'], sentence: '--effort must be quick, standard or soak.' },
  { args: ['run', '--format', 'pdf'], sentence: 'is not a format' },
  { args: ['run', '--none-such'], sentence: 'unknown option' },
  { args: ['run', '--history', 'nowhere'], sentence: '--history nowhere does not exist' },
  { args: ['trend', 'nowhere'], sentence: 'nowhere cannot be read' },
  { args: ['trend', '.'], sentence: 'There is no report in the folders of .' },
  { args: ['trend', '.', '--format', 'pdf'], sentence: 'is not a format of trend' },
  { args: ['explain', 'GT-SUCCES'], sentence: 'GT-SUCCESS' },
  { args: ['explain', 'GT-SUCCESS', '--profile', 'x'], sentence: '--profile takes document, canton-3.5' },
  { args: ['explain', 'GT-REQ-SYNC'], sentence: 'Did you mean GT-REQ-SYNCHRONIZER?' },
  { args: ['list', 'wishes'], sentence: 'There is no list of' },
  { args: ['judge', 'nowhere'], sentence: 'does not exist' },
  { args: ['report', 'nowhere'], sentence: 'nowhere' },
  {
    args: ['serve', '--fault', 'none-such'],
    sentence: 'There is no fault "none-such". `ledger-conformance list',
  },
  {
    args: ['serve', '--fault', 'list-usrs-users-is-an-object'],
    sentence: 'Did you mean list-users-users-is-an-object?',
  },
])('$args ends with status 2 and says why.', async ({ args, sentence }) => {
  const { status, stderr } = await commandHere(args, { cwd: emptyFolder() });
  expect(stderr).toContain(sentence);
  expect(status).toBe(2);
});

test('run ends with status 3 where nothing listens.', async () => {
  const settings = { TARGET_BASE_URL: 'http://127.0.0.1:9', TARGET_TOKEN: token };
  const { status, stderr } = await commandHere(['run'], { cwd: emptyFolder(), settings });
  expect(stderr).toContain('cannot be reached');
  expect(stderr).not.toContain(token);
  expect(status).toBe(3);
});

test('run ends with status 3 if the token is accepted nowhere.', async () => {
  const server = await startReference();
  onTestFinished(() => server.close());
  const settings = { TARGET_BASE_URL: server.baseUrl, TARGET_TOKEN: token };
  const { status, stderr } = await commandHere(['run'], { cwd: emptyFolder(), settings });
  expect(stderr).toContain('rejects the token on every operation');
  expect(status).toBe(3);
});

test('run names the page size parameter where it is called otherwise.', async () => {
  const server = await startReference();
  onTestFinished(() => server.close());
  const settings = { ...server.environment, TARGET_PAGE_SIZE_PARAMETER: 'max' };
  const { status, stderr } = await commandHere(['run'], { cwd: emptyFolder(), settings });
  expect(stderr).toContain('set TARGET_PAGE_SIZE_PARAMETER=pageSize');
  expect(status).toBe(2);
});

test('run ends at once with status 3 on a web server that answers HTML.', async () => {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>It works!</h1>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const settings = {
    TARGET_BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    TARGET_TOKEN: token,
    TARGET_SYNCHRONIZER: 'synchronizer::1220',
    CONFORMANCE_EFFORT: 'quick',
  };
  const { status, stderr } = await commandHere(['run'], { cwd: emptyFolder(), settings });
  expect(stderr).toContain('Every operation returned an HTML page');
  expect(status).toBe(3);
});

test('specs takes routes of your own only where it starts the reference server.', async () => {
  const settings = { TARGET_BASE_URL: 'http://127.0.0.1:9', TARGET_TOKEN: token };
  const args = ['specs', 'examples/get-version', '--routes', 'examples/get-version/server.mjs'];
  const { status, stderr } = await commandHere(args, { cwd: root, settings });
  expect(stderr).toContain('--routes is for the reference server, but TARGET_BASE_URL is set.');
  expect(status).toBe(2);
});

const escapes = '\u001b[31m\u001b]0;owned\u0007x';

test.for([['judge', escapes], ['run', '--only', escapes], ['run', `--${escapes}`], [escapes]])(
  'No escape sequence of an argument gets to the terminal: %j.',
  async (args) => {
    const { status, stderr } = await commandHere(args, { cwd: emptyFolder(), settings: {} });
    expect(status).toBe(2);
    expect(stderr).toContain('x');
    expect(stderr.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
  },
);
