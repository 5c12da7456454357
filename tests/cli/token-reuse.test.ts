import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { beginTokenReuse } from '../../cli/run/token-reuse.ts';
import { openAccess } from '../../engine/open-session.ts';
import { memoryJournal } from '../../journal/journal.ts';
import { journalLines } from '../../journal/journal-lines.ts';
import { preflightTarget } from '../../preflight/preflight-target.ts';
import { type ReferenceServer, startReference } from '../../reference/start.ts';
import { loadProfile } from '../../settings/load-profile.ts';
import { readSettings } from '../../settings/settings.ts';
import { roundNumberOf } from '../../specs/shared/used-token.ts';
import { rememberedTokenFaults } from '../specs/remembered-tokens.ts';
import { issued } from './mistake.ts';

let folder = '';
let said: string[] = [];
let server: ReferenceServer;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ledger-conformance-reuse-'));
  said = [];
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => said.push(String(text)) > 0);
});
afterEach(async () => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  rmSync(folder, { recursive: true, force: true });
  await server?.close();
});

/** What a run of these options begins with, against a server that remembers accepted tokens. */
async function begin(
  asked: { readonly waitsForExpiry?: boolean; readonly shard?: string },
  effort = 'standard',
  settingsOf: (
    server: ReferenceServer,
  ) => Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>> = ({ environment }) =>
    environment,
) {
  const [fault] = rememberedTokenFaults;
  server = await startReference(fault === undefined ? {} : { fault });
  const { target, ...others } = readSettings({ ...(await settingsOf(server)), CONFORMANCE_EFFORT: effort });
  if (target === undefined) throw new Error('The reference server gave no TARGET_BASE_URL.');
  const settings = { ...others, target };
  const profile = loadProfile(undefined);
  const open = () => openAccess(settings, target, Buffer.alloc(32, 7));
  const access = open();
  const { facts } = await preflightTarget({
    kind: 'target',
    access,
    settings,
    profile,
    journal: memoryJournal(),
  });
  await access.wire.close();
  let slept = 0;
  const wait = async (ms: number): Promise<void> => {
    slept += ms;
    vi.setSystemTime(Date.now() + ms);
  };
  const reuse = await beginTokenReuse({
    asked,
    settings,
    open,
    facts,
    profile,
    folder,
    isTarget: true,
    wait,
  });
  return { reuse, slept: () => slept };
}

function condemned(): string[] {
  return [...journalLines(folder, 'judgement')].flatMap(({ findings }) =>
    findings.map(({ requirement }) => requirement),
  );
}

test('Certify uses a token from the end of the checks on, waits until it has expired for more than five minutes, says so, and condemns its acceptance.', async () => {
  const { reuse, slept } = await begin({ waitsForExpiry: true });
  vi.setSystemTime(Date.now() + 100_000);
  await reuse?.();
  expect(slept()).toBeGreaterThan(425_000);
  expect(slept()).toBeLessThan(432_000);
  expect(said.join('')).toMatch(/^Waiting 4[23]\d s: a token of this run/);
  expect(condemned()).toContain('AUTH-EXPIRED');
  const rounds = [...journalLines(folder, 'case')].filter(({ id }) => roundNumberOf(id) !== undefined);
  expect(rounds).toHaveLength(9 * 2 * 3);
});

test('A soak that took longer does not wait, but for each operation to be the first behind a pause.', async () => {
  const { reuse, slept } = await begin({}, 'soak');
  vi.setSystemTime(Date.now() + 440_000);
  await reuse?.();
  expect(slept()).toBe(35_000);
  expect(said).toHaveLength(1);
  expect(condemned()).toContain('AUTH-EXPIRED');
});

test('A soak that was too short says so, and condemns nothing.', async () => {
  const { reuse, slept } = await begin({}, 'soak');
  await reuse?.();
  expect(slept()).toBe(35_000);
  expect(said.join('')).toMatch(/^Waiting 35 s: [\s\S]*too short to use a token again/);
  expect(condemned()).toEqual([]);
});

test('A standard run, and any shard but the first, use no token again.', async () => {
  expect((await begin({})).reuse).toBeUndefined();
  await server.close();
  expect((await begin({ shard: '2/3' }, 'soak')).reuse).toBeUndefined();
});

test('Without a key, a token of the run that is renewed and ends soon is used again.', async () => {
  const ofFile = async ({ environment }: ReferenceServer) => {
    const { TARGET_TOKEN_SECRET, TARGET_TOKEN: _token, ...others } = environment;
    const token = await issued(TARGET_TOKEN_SECRET, { exp: Math.floor(Date.now() / 1_000) + 60 });
    const path = join(folder, 'token');
    writeFileSync(path, token);
    return { ...others, TARGET_TOKEN_FILE: path };
  };
  const { reuse, slept } = await begin({ waitsForExpiry: true }, 'standard', ofFile);
  await reuse?.();
  expect(slept()).toBeGreaterThan(360_000);
  expect(slept()).toBeLessThan(380_000);
  expect(condemned()).toContain('AUTH-EXPIRED');
});
