import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { faults } from '../../reference/faults/catalogue.ts';
import { startReference } from '../../reference/start.ts';
import { type Breach, judged } from './breaches.ts';
import { compare } from './compare.ts';
import { type ProbeRequest, probeRequests } from './probe-requests.ts';
import { requestKind } from './request-kind.ts';
import { type Probed, sendAll } from './send.ts';
import { build, type FieldServer, fieldServers, missingTools, sourceFiles, start } from './servers.ts';
import type { StandardRun } from './standard-run.ts';

const probedAt = (baseUrl: string): Probed => ({
  baseUrl,
  restart: () => Promise.reject(new Error('not needed')),
});

/** A part of the probe's requests against a reference server, with or without a fault. */
async function probed(faultId: string | undefined, wanted: (request: ProbeRequest) => boolean) {
  const fault = faults.find(({ id }) => id === faultId);
  const server = await startReference(fault === undefined ? {} : { fault });
  onTestFinished(() => server.close());
  const { TARGET_TOKEN = '', TARGET_SYNCHRONIZER = '', TARGET_PARTICIPANT_UIDS = '' } = server.environment;
  const all = probeRequests({
    seed: 1,
    token: TARGET_TOKEN,
    synchronizer: TARGET_SYNCHRONIZER,
    participantUids: TARGET_PARTICIPANT_UIDS.split(','),
    executeBody: server.executeRequest as Readonly<Record<string, unknown>>,
    draws: 5,
  });
  const requests = all.filter(wanted);
  return judged(requests, await sendAll(probedAt(server.baseUrl), TARGET_TOKEN, requests));
}

const sample = ({ kinds, detail }: ProbeRequest): boolean =>
  kinds.length === 0 || detail.startsWith('0//synchronizer required') || kinds[0] === 'credential:alg-none';

test('The reference server shows no breach.', async () => {
  const { breaches } = await probed(undefined, (each) => sample(each) || each.operation === 'list-users');
  expect([...breaches.keys()]).toEqual([]);
});

test('A request that is accepted and must be rejected is a leniency, by the kind of its mutation.', async () => {
  const { breaches } = await probed('generate-topology-accepts-missing-synchronizer', sample);
  const leniencies = ['absent', 'in folded characters', 'in other case', 'with blanks around its name'];
  expect([...breaches.keys()].sort()).toEqual(
    leniencies.map((kind) => `generate-topology | GT-REQ-SYNCHRONIZER | leniency | ${kind}`),
  );
});

const breach = (type: Breach['type'], ...kinds: string[]): Breach => ({
  operation: 'execute-submission',
  requirement: 'EX-BODY',
  type,
  kinds,
  example: 0,
  count: 1,
});

const run: StandardRun = {
  verdict: 'non-conformant',
  leniencies: new Set([
    'execute-submission | EX-BODY | json separator',
    'execute-submission | AUTH-ALG-NONE | credential:alg-none',
  ]),
  forms: new Set(['execute-submission | EX-BODY | 500 text/html']),
};

test.for<readonly [Breach, boolean]>([
  [breach('leniency', 'json separator'), true],
  [breach('leniency', 'json comment'), false],
  [breach('leniency', 'credential:alg-none'), true],
  [breach('leniency', 'credential:expired'), false],
  [breach('form', '500 text/html'), true],
  [breach('form', '422 application/json'), false],
  [{ ...breach('leniency', 'json separator'), requirement: 'EX-OTHER' }, false],
])('%j is reported by kind: %s.', ([found, isReported]) => {
  expect(compare([found], run)).toEqual(
    isReported ? { reported: [found], missed: [] } : { reported: [], missed: [found] },
  );
});

test.for([
  ['{"a":[1,]}', 'json close'],
  ['{"a":1,}', 'json close'],
  ['{"a":1;"b":2}', 'json separator'],
  ['{"a"=1}', 'json colon'],
  ["{'a':1}", 'json single-quote'],
  ['{a:1}', 'json word'],
  ['{"a":NaN}', 'json nan-or-infinity'],
  ['{nanos:0}', 'json word'],
  ['{"a":-Infinity}', 'json number'],
  ['{"a":01}', 'json number'],
  ['{"a":1d}', 'json number'],
  ['{"a":True}', 'json word'],
  ['{"a":"\u0001"}', 'json control-character in a string'],
  ['{"a":"\\x"}', 'json escape'],
  ['{"a":1} x', 'json behind the value'],
  ['{"a":1} // x', 'json behind the value'],
  ['\ufeff{}', 'json byte-order-mark'],
  ['[1]', 'not an object: array of one'],
  ['{}', 'absent'],
] as const)('What is wrong with %s is %s.', ([body, kind]) => {
  expect(requestKind('generate-topology', Buffer.from(body), '/a')).toBe(kind);
});

test.for([
  ['confirmationThreshold', ' ', 'string blank'],
  ['confirmationThreshold', '1', 'string of digits'],
  ['confirmationThreshold', '0x10', 'string of a number'],
  ['confirmationThreshold', [1], 'array of one'],
  ['confirmationThreshold', 1.5, 'fraction'],
  ['localParticipantObservationOnly', 'yes', 'string of a boolean'],
  ['otherConfirmingParticipantUids', ' x', 'string'],
  ['partyHint', 1.5, 'number'],
  ['publicKey', [1, 2], 'array'],
] as const)('%s = %j is %s.', ([field, value, kind]) => {
  const body = Buffer.from(JSON.stringify({ [field]: value }));
  expect(requestKind('generate-topology', body, `/${field}`)).toBe(kind);
});

test('Names that fold to the wanted one are told apart, and encodings are known by their zeros.', () => {
  const kindOf = (body: Buffer, pointer: string): string => requestKind('generate-topology', body, pointer);
  expect(kindOf(Buffer.from('{"A":1}'), '/a')).toBe('in other case');
  expect(kindOf(Buffer.from('{"party_hint":1}'), '/partyHint')).toBe('in another style');
  expect(kindOf(Buffer.from('{"\u017fyn":1}'), '/syn')).toBe('in folded characters');
  expect(kindOf(Buffer.from('{"a":1}', 'utf16le'), '/a')).toBe('json utf-16');
  expect(kindOf(Buffer.from('\0\0\0{\0\0\0}'), '/a')).toBe('json utf-32');
  expect(kindOf(Buffer.from('{"a\0b":1}'), '/a')).toBe('json control-character in a string');
});

function folderWith(description: Partial<FieldServer>): string {
  const folder = mkdtempSync(join(tmpdir(), 'ledger-conformance-field-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'one'));
  mkdirSync(join(folder, 'without-description'));
  const whole = {
    name: 'one',
    language: '',
    framework: '',
    tools: [],
    build: [],
    start: ['node'],
    ...description,
  };
  writeFileSync(join(folder, 'one', 'field.json'), JSON.stringify(whole));
  return folder;
}

test('A server whose tools are missing is known by them, and one that cannot be built or started says why.', async () => {
  const [one] = fieldServers(
    folderWith({
      tools: ['node', 'no-such-tool'],
      build: [['node', '-e', 'console.error("no compiler"); process.exit(1)']],
      start: ['node', '-e', ''],
    }),
  );
  if (one === undefined) throw new Error('The folder has one server.');
  expect(missingTools(one)).toEqual(['no-such-tool']);
  expect(() => build(one)).toThrow(/one could not be built: node -e .* failed\.\nno compiler/);
  await expect(start(one, { JWT_SECRET: 'x', SYNCHRONIZER_ID: 'y' })).rejects.toThrow('one does not listen');
});

const sources = /\.(js|ts|py|go|rs|java|kt|ml|hs|php|rb|pl|cpp|c|erl|lua|lisp)$/;

/** Lines that are neither blank nor comments. */
function sourceLines(folder: string): number {
  return sourceFiles(folder)
    .filter((path) => sources.test(path))
    .flatMap((path) => readFileSync(path, 'utf8').split('\n'))
    .filter((line) => line.trim() !== '' && !/^\s*(\/\/|\/?\*|#(?!\[)|"""|'|--|;)/.test(line)).length;
}

test('Every server of the field is described, and has at most 350 lines of code.', () => {
  const all = fieldServers(join(import.meta.dirname, 'servers'));
  expect(all.length).toBeGreaterThanOrEqual(10);
  for (const { name, framework, start: command, folder } of all) {
    expect([framework.length, command.length], name).not.toContain(0);
    const lines = sourceLines(folder);
    expect(lines, name).toBeGreaterThan(50);
    expect(lines, name).toBeLessThanOrEqual(350);
  }
});
