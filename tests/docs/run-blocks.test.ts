import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { parse } from 'dotenv';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { faults } from '../../reference/faults/catalogue.ts';
import { type ReferenceServer, startReference } from '../../reference/start.ts';
import { command } from '../cli/command.ts';
import { type Block, blocksOf, pages, placeOf } from './blocks.ts';
import { root } from './documents.ts';
import { installedFolder } from './installed-folder.ts';
import { shellLines } from './shell-lines.ts';
import { promised, ranLine } from './shell-run.ts';

/** Blocks that are not run here, by page and first line, with the reason. tests/docs/blocks.test.ts checks their options. */
const elsewhere: Readonly<Record<string, string>> = {
  'README.md npm ci && npm run conformance   # runs the suite against its own reference server':
    '.ci/run does it in a clean clone',
  'README.md npm run build':
    'init asks on a terminal; the recording of the first five minutes has its questions',
  'docs/nightly.md curl --fail --data-binary @conformance-results/ledger-conformance.prom http://pushgateway:9091/metrics/job/ledger-conformance':
    'it needs a Pushgateway',
  'docs/nightly.md cp conformance-results/ledger-conformance.prom "$TEXTFILES/ledger.prom.new" && mv "$TEXTFILES/ledger.prom.new" "$TEXTFILES/ledger.prom"':
    'it needs the folder of a collector',
  "docs/nightly.md grep '^suite=ledger-conformance ' job.log":
    'tests/examples/alerting.test.ts has the pattern',
  'docs/api.md npm install --save-dev ./ledger-conformance-0.1.0.tgz @types/node':
    'tests/package/ installs the package',
  'docs/ci.md npm install --ignore-scripts ./ledger-conformance-0.1.0.tgz':
    'tests/package/ installs the package',
  'docs/interoperability.md npm run clients': 'nightly: it installs clients from their registries',
  'docs/interoperability.md npm run field                              # all servers; builds those that changed':
    'nightly: it builds servers',
  'docs/interoperability.md npm run gateways                        # every row; installs what is missing':
    '.ci/run runs it',
  'docs/nightly.md node examples/nightly/nightly.mjs --history nightly':
    'tests/examples/nightly.test.ts runs it',
  'docs/nightly.md kubectl create secret generic ledger-conformance-nightly --from-file=token=TOKEN_FILE':
    'it needs a cluster; tests/examples/ checks the manifest',
  'docs/soak.md CONFORMANCE_CASES=200000 ledger-conformance run --effort soak':
    'it takes minutes; tests/soak/ runs soaks',
  'docs/soak.md ledger-conformance run --effort soak --nonce n1 --shard 1/2 --output shard-1   # on one machine':
    'it takes minutes; tests/soak/ merges shards',
  'docs/soak.md ledger-conformance run --resume --output conformance-results':
    'it needs a run that was cut off; tests/soak/ resumes some',
  'docs/waivers.md ledger-conformance run --require-target':
    'its date is an example; tests/cli/waivers.test.ts has days from today',
};

/** Pages whose blocks another test runs in their order. */
const pagesElsewhere: Readonly<Record<string, string>> = {
  'docs/adding-an-operation.md': 'tests/docs/adding-an-operation.test.ts follows it',
  'docs/certificate.md': 'tests/certificates/ and npm run standards run its commands',
};

/** The status of each command where it is not 0 and the page does not say so. */
const statuses: Readonly<Record<string, number>> = {
  'ledger-conformance run --only GT-REQ-SYNCHRONIZER@generate-topology --seed ledger-conformance-0.1 --nonce 392544ed': 1,
  "ledger-conformance replay conformance-results 'GT-REQ-SYNCHRONIZER@generate-topology/1#2'": 1,
  'ledger-conformance run --format junit,html': 1,
  'ledger-conformance run --require-target --format prometheus,logfmt': 1,
  'ledger-conformance judge conformance-results': 1,
  'ledger-conformance report conformance-results --format ctrf,sarif': 1,
  'ledger-conformance report conformance-results --format html': 1,
};

const keyOf = ({ page, text }: Block): string => `${page} ${text.split('\n')[0]}`;
const shellBlocks = pages.flatMap((page) => blocksOf(page)).filter(({ kind }) => kind === 'sh');
const run = shellBlocks
  .filter((block) => !(block.page in pagesElsewhere) && !(keyOf(block) in elsewhere))
  .map((block) => ({ place: placeOf(block), block }));

/** A folder as that of a reader: an .env, the results of a run that found a fault, those of two nights. */
let folder = '';
let server: ReferenceServer;
const leave: (() => void)[] = [];

beforeAll(async () => {
  const fault = faults.find(({ id }) => id === 'generate-topology-accepts-missing-synchronizer');
  server = await startReference(fault === undefined ? {} : { fault });
  folder = installedFolder((then) => leave.push(then));
  cpSync(join(root, 'examples/your-own'), join(folder, 'your-own'), { recursive: true });
  writeFileSync(join(folder, 'execute-request.json'), JSON.stringify(server.executeRequest));
  const settings = { ...server.environment, TARGET_EXECUTE_REQUEST: 'execute-request.json' };
  const lines = Object.entries(settings).map(([name, value]) => `${name}='${value}'\n`);
  writeFileSync(join(folder, '.env'), lines.join(''));
  expect(parse(readFileSync(join(folder, '.env')))).toEqual(settings);
  const args = [
    'run',
    '--only',
    'GT-REQ-SYNCHRONIZER@generate-topology',
    '--effort',
    'quick',
    '--output',
    'before',
  ];
  expect((await command(args, { cwd: folder })).status).toBe(1);
  for (const copy of ['OLD', 'NEW', 'nightly/1', 'nightly/2']) {
    mkdirSync(join(folder, copy), { recursive: true });
    cpSync(join(folder, 'before'), join(folder, copy), { recursive: true });
  }
}, 900_000);

afterAll(async () => {
  await server.close();
  for (const each of leave) each();
});

test.each(run)('The commands at $place do what the page says.', { timeout: 900_000 }, async ({ block }) => {
  rmSync(join(folder, 'conformance-results'), { recursive: true, force: true });
  cpSync(join(folder, 'before'), join(folder, 'conformance-results'), { recursive: true });
  const settings = {
    CONFORMANCE_EFFORT: 'quick',
    PATH: `${join(folder, 'node_modules/.bin')}${delimiter}${process.env.PATH}`,
  };
  for (const line of shellLines(block.text)) {
    // The package is built and on the PATH.
    if (line.text === 'npm run build' || line.text.startsWith('alias ')) continue;
    const said = await ranLine(folder, line, { settings });
    if (said === undefined) continue;
    const wanted = promised(line)?.status ?? statuses[line.text] ?? 0;
    expect(said.status, `${line.text}\n${said.stdout}${said.stderr}`).toBe(wanted);
  }
});

test('What is not run is on its page, and what has a status of its own is run.', () => {
  const keys = shellBlocks.map(keyOf);
  expect(Object.keys(elsewhere).filter((key) => !keys.includes(key))).toEqual([]);
  const blocksOn = (page: string) => shellBlocks.filter((block) => block.page === page);
  expect(Object.keys(pagesElsewhere).filter((page) => blocksOn(page).length === 0)).toEqual([]);
  const lines = run.flatMap(({ block }) => shellLines(block.text)).map(({ text }) => text);
  expect(Object.keys(statuses).filter((line) => !lines.includes(line))).toEqual([]);
});
