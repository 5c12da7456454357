import { expect, test } from 'vitest';
import { keyOfForm, otherKeyForms } from '../../generators/key-forms.ts';
import type { CaseLine } from '../../journal/case-line.ts';
import type { TargetFacts } from '../../journal/target-facts.ts';
import { addFinding, exchangesOf, type FindingGroups } from '../../reports/report/findings.ts';
import { compareRun } from '../../reports/report/run-comparison.ts';
import type { Exchange } from '../../wire/exchange.ts';
import { aPreflight } from './journal-fixture.ts';

const [form] = otherKeyForms;
if (form === undefined) throw new Error('There is no form of keys.');
const key = keyOfForm(form, 'compared');

/** A success about a party, whose fingerprint is given. */
function success(id: string, partyHint: string, fingerprint: string, publicKey: object = key): Exchange {
  const answer = {
    partyId: `${partyHint}::${fingerprint}`,
    publicKeyFingerprint: fingerprint,
    topologyTransactions: [`${partyHint} ${JSON.stringify(publicKey)}`],
    multiHash: `hash of ${partyHint} ${JSON.stringify(publicKey)}`,
  };
  return {
    id,
    request: {
      method: 'POST',
      target: '/',
      headers: [],
      body: Buffer.from(JSON.stringify({ partyHint, publicKey })),
    },
    answer: {
      status: 200,
      reason: '',
      headers: [['Content-Type', 'application/json']],
      body: Buffer.from(JSON.stringify(answer)),
    },
    ms: 1,
  };
}

function caseLine(requirement: string, exchange: string, more: Partial<CaseLine> = {}): CaseLine {
  return {
    type: 'case',
    id: `${requirement}@generate-topology/1`,
    requirement,
    operation: 'generate-topology',
    judge: 1,
    kind: 'made',
    name: 'made',
    wrong: 'valid',
    credential: 'valid',
    facts: {},
    attempts: [{ role: 'probe', ordinal: 1, attempt: 1, exchange }],
    ...more,
  };
}

function found(cases: readonly CaseLine[], exchanges: readonly Exchange[], facts?: TargetFacts) {
  const comparison = compareRun();
  for (const line of cases) comparison.takeCase(line);
  for (const exchange of exchanges) comparison.take(exchange);
  const groups: FindingGroups = {};
  for (const finding of comparison.findings(facts)) addFinding(groups, finding);
  return Object.values(groups).map(({ finding, examples, affected }) => [
    finding.requirement,
    exchangesOf(examples),
    affected,
  ]);
}

const valid = caseLine('GT-SUCCESS', 'GT-SUCCESS@generate-topology/1#1');
const open = caseLine('GT-OPEN-KEY-MISFIT', 'GT-OPEN-KEY-MISFIT@generate-topology/1#1');
const one = success('GT-SUCCESS@generate-topology/1#1', 'alice', 'f1');
const other = success('GT-OPEN-KEY-MISFIT@generate-topology/1#1', 'bob', 'f2');
const both = [['GT-FINGERPRINT-FUNCTION', [other.id, one.id], 1]];

test('What answers of different cases say is compared, in whatever order they come.', () => {
  expect(found([valid, open], [one, other])).toEqual(both);
  expect(found([open, valid], [other, one])).toEqual(both);
  expect(found([valid, open], [one, other, other])).toEqual(both);
});

test('Answers that agree give nothing, and those of no case are not read.', () => {
  expect(found([valid, open], [one, success(other.id, 'bob', 'f1')])).toEqual([]);
  expect(found([valid], [one, other])).toEqual([]);
});

test('A key of another case with the same fingerprint is condemned.', () => {
  const second = success(other.id, 'bob', 'f1', keyOfForm(form, 'another'));
  expect(found([valid, open], [one, second])).toEqual([['GT-FINGERPRINT-DISTINCT', [other.id, one.id], 1]]);
});

test.each<[string, CaseLine]>([
  ['must be rejected', { ...open, requirement: 'GT-REQ-HINT', wrong: wrongOf('required') }],
  ['has a wrong credential', { ...open, credential: 'expired' }],
  ['can be read in two ways', { ...open, wrong: wrongOf('duplicate-member') }],
  ['is of an unknown requirement', { ...open, requirement: 'GT-NONE-SUCH' }],
])('The answer to a request that %s is not compared.', (_name, line) => {
  expect(found([valid, line], [one, other])).toEqual([]);
});

test('The valid control of a request that must be rejected is compared.', () => {
  const rejected = caseLine('GT-REQ-HINT', '', {
    wrong: wrongOf('required'),
    attempts: [{ role: 'control', ordinal: 1, attempt: 1, exchange: other.id }],
  });
  expect(found([valid, rejected], [one, other])).toEqual(both);
});

function wrongOf(keyword: string): CaseLine['wrong'] {
  return { kind: keyword, pointer: '', keyword, name: keyword };
}

/** A first page of a size, and what became of it. */
function sized(id: string, query: string, status: number): Exchange {
  return {
    id,
    request: { method: 'GET', target: `/v2/users?${query}`, headers: [], body: Buffer.alloc(0) },
    answer: { status, reason: '', headers: [['Content-Type', 'application/json']], body: Buffer.from('{}') },
    ms: 1,
  };
}

const listing = (requirement: string, more: Partial<CaseLine> = {}): CaseLine => ({
  ...caseLine(requirement, `${requirement}@list-users/1#1`),
  id: `${requirement}@list-users/1`,
  operation: 'list-users',
  ...more,
});
const facts = { ...aPreflight().facts, pageSizeParameter: 'pageSize' };
const early = listing('LU-SUCCESS');
const late = listing('LU-PAGE-SIZE');
const taken = sized('LU-SUCCESS@list-users/1#1', 'pageSize=2', 200);
const refused = (query: string, status = 400): Exchange =>
  sized('LU-PAGE-SIZE@list-users/1#1', query, status);

test('A page size that one case gets and another does not is condemned, in whatever order they come.', () => {
  const expected = [['LU-PAGE-SIZE', ['LU-PAGE-SIZE@list-users/1#1', 'LU-SUCCESS@list-users/1#1'], 1]];
  expect(found([early, late], [taken, refused('pageSize=2')], facts)).toEqual(expected);
  expect(found([late, early], [refused('pageSize=2'), taken], facts)).toEqual(expected);
});

test.each<[string, Exchange]>([
  ['another size', refused('pageSize=4')],
  ['a size under another name', refused('page=2')],
  ['a size with a token', refused('pageSize=2&pageToken=2')],
  ['a size that came at the wrong time', refused('pageSize=2', 429)],
  ['a size with a header that is too large', refused('pageSize=2', 431)],
  ['a size under a rejected credential', refused('pageSize=2', 401)],
])('The rejection of %s contradicts nothing.', (_name, exchange) => {
  expect(found([early, late], [taken, exchange], facts)).toEqual([]);
});

test('A size that is rejected in an open case contradicts nothing.', () => {
  const odd = listing('LU-OPEN-PARAMETERS', { attempts: late.attempts });
  expect(found([early, odd], [taken, refused('pageSize=2')], facts)).toEqual([]);
});
