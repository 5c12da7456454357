import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isUnclosed } from '../../generators/unclosed-text.ts';
import type { CaseLine } from '../../journal/case-line.ts';
import { type RunJournal, readJournal } from '../../journal/run-journal.ts';
import { checksAgain } from '../../reports/replay/conduct-again.ts';
import { recordedIn } from '../../reports/replay/recorded-run.ts';
import type { Exchange } from '../../wire/exchange.ts';
import { command } from '../cli/command.ts';

let folder: string;
let journal: RunJournal;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'conduct-soak-again-'));
  const settings = { CONFORMANCE_CASES: '1500', CONFORMANCE_EFFORT: 'soak' };
  const args = ['run', '--only', 'HTTP-STABLE@list-users,EX-BODY@execute-submission'];
  const { status, stderr } = await command(args, { cwd: folder, settings });
  if (status !== 0) throw new Error(stderr);
  journal = readJournal(join(folder, 'conformance-results'));
}, 900_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function again(changes: Partial<RunJournal> = {}): Promise<string[]> {
  const run = recordedIn({ ...journal, ...changes });
  return run === undefined ? ['no inputs'] : checksAgain(run);
}

const ofSoak = () => journal.cases.filter(({ id }) => id.includes('/soak-'));

test('The kept cases of a soak are what its seed leads to.', async () => {
  expect(ofSoak().length).toBeGreaterThan(50);
  expect(await again()).toEqual([]);
}, 900_000);

test('Another request of a kept case is found.', async () => {
  const [id = ''] = ofSoak().flatMap(({ attempts }) => attempts.map(({ exchange }) => exchange));
  const all = new Map(
    [...journal.exchanges.keys()].map((key) => [key, journal.exchanges.get(key) as Exchange] as const),
  );
  const before = all.get(id) as Exchange;
  const target = `${before.request.target}?x`;
  const exchanges = all.set(id, { ...before, request: { ...before.request, target } });
  expect(await again({ exchanges })).toEqual([`the request of ${id} is another one: its target differs`]);
}, 900_000);

test('A case under the number of another one is found.', async () => {
  const cases = journal.cases.map((line) =>
    line.id.endsWith('/soak-1') ? { ...line, id: line.id.replace('soak-1', 'soak-999999') } : line,
  );
  expect(await again({ cases })).toContainEqual(
    expect.stringMatching(/^the run has no case .*\/soak-999999$/),
  );
}, 900_000);

test('The first two cases of each partition are kept.', async () => {
  const id = 'HTTP-STABLE@list-users/soak-0';
  const cases = journal.cases.filter((line) => line.id !== id);
  expect(await again({ cases })).toContain(`case ${id} is missing`);
}, 900_000);

/** Cases whose text ends too early, which may hang. */
const isRisky = ({ id, wrong, attempts: [first] }: CaseLine): boolean => {
  const body = journal.exchanges.get(first?.exchange ?? '')?.request.body;
  const isText = wrong !== 'valid' && wrong.keyword === 'json' && id.startsWith('EX-BODY@');
  return isText && body !== undefined && isUnclosed(body.toString());
};

test('Cases that may hang are missing only behind another one of them that hung.', async () => {
  const [first, second, ...others] = journal.cases.filter(isRisky);
  const isMissingBehind = async (hung: CaseLine | undefined): Promise<boolean> => {
    const cameBack = { failure: 'timeout' } as const;
    const left = journal.cases.filter((line) => line !== second && !others.includes(line));
    const cases = left.map((line) => {
      const failed = line.attempts.map((each) => ({ ...each, cameBack }));
      const repeated = failed.map((each) => ({ ...each, role: 'repeat' as const }));
      return line === hung ? { ...line, attempts: [...failed, ...repeated] } : line;
    });
    return (await again({ cases })).includes(`case ${second?.id} is missing`);
  };
  expect(await isMissingBehind(first)).toBe(false);
  expect(await isMissingBehind(journal.cases.find((line) => !isRisky(line)))).toBe(true);
}, 900_000);
