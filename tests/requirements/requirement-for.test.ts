import { describe, expect, test } from 'vitest';
import { altered } from '../../generators/credentials.ts';
import { placeholderExecuteBody } from '../../generators/execute-submission.ts';
import { fullGenerateTopology, minimalGenerateTopology } from '../../generators/generate-topology.ts';
import { lenienciesOf } from '../../generators/leniencies/catalogue.ts';
import { oddPageSizes, oddPageTokens } from '../../generators/list-users.ts';
import { malformedBodies } from '../../generators/malformed-json.ts';
import { bodyKeywords } from '../../generators/raw-body.ts';
import type { RequestStem } from '../../generators/violations.ts';
import { violations } from '../../operations/violations.ts';
import { requirement, requirements } from '../../requirements/catalogue.ts';
import { type FieldRow, rowsOf } from '../../requirements/field-map.ts';
import {
  type BodyFault,
  type Demand,
  demandOf,
  requirementFor,
  requirementForKind,
  requirementsFor,
} from '../../requirements/requirement-for.ts';
import { allChecks } from '../../specs/all.ts';
import { isOfBodies } from '../../specs/shared/body-faults.ts';
import { alteredKinds } from '../../specs/shared/wrong-credentials.ts';

const participantUids = ['two::1220bb', 'three::1220cc', 'four::1220dd'];
const execute = placeholderExecuteBody(1);
const twoSignatures = structuredClone({ ...execute, userId: 'u', minLedgerTime: { time: { Empty: {} } } });
twoSignatures.partySignatures.signatures[0]?.signatures.push({ signature: 'AA==' });

const bodies: readonly (readonly [stem: RequestStem, what: string, body: object])[] = [
  ['generate-topology.request', 'full', fullGenerateTopology({ synchronizer: 's::1', participantUids }, 1)],
  ['generate-topology.request', 'minimal', minimalGenerateTopology('s::1', 1)],
  ['execute-submission.request', 'placeholder', execute],
  ['execute-submission.request', 'with two signatures and all options', twoSignatures],
  [
    'execute-submission.request',
    'with another deduplication period',
    { ...execute, deduplicationPeriod: { Empty: {} } },
  ],
];

/** The rows that claim a fault: those that none of its other rows goes before. */
function claiming(stem: RequestStem, { pointer = '', keyword }: BodyFault): FieldRow[] {
  const rows = rowsOf(stem, pointer, keyword);
  const [first] = rows;
  if (first === undefined) return [];
  const rank = (row: FieldRow): string => `${row.keywords === undefined} ${row.pointer.split('/').length}`;
  return rows.filter((row) => rank(row) === rank(first));
}

describe.each(bodies)('Of %s (%s)', (stem, _what, body) => {
  const faults: readonly (BodyFault & { readonly kind: string; readonly detail?: string })[] = [
    ...violations(stem, body),
    ...malformedBodies(Buffer.from(JSON.stringify(body))),
  ];

  test('exactly one requirement claims each generated body.', () => {
    const others = faults.filter((fault) => claiming(stem, fault).length !== 1);
    expect(others.map(({ kind, detail, pointer, keyword }) => [kind, detail, pointer, keyword])).toEqual([]);
    expect(faults.length).toBeGreaterThan(100);
  });

  test('the requirement that claims a body is on its operation, and has a check that sends it.', () => {
    const operation = stem.slice(0, stem.indexOf('.'));
    const checked = new Set(
      allChecks.filter((check) => check.operation === operation).map((check) => check.requirement),
    );
    for (const id of new Set(faults.map((fault) => requirementFor(stem, fault)))) {
      expect(checked, id).toContain(id);
      expect(requirement(id ?? '').operations, id).toContain(operation);
    }
  });

  test('the schema is kept where the body must be accepted.', () => {
    const accepted = faults.filter((fault) => requirementFor(stem, fault, 'accepted') !== undefined);
    expect(new Set(accepted.map(({ keyword }) => keyword))).toEqual(new Set(['same-value']));
  });
});

test('A fault that no row names is claimed by none, and one that two name by two.', () => {
  expect(claiming('generate-topology.request', { keyword: 'nobody-has-this' })).toEqual([]);
  expect(requirementFor('generate-topology.request', { keyword: 'nobody-has-this' })).toBeUndefined();
  expect(
    claiming('generate-topology.request', { pointer: '/publicKey/keyData', keyword: 'minLength' }),
  ).toHaveLength(1);
});

test('Exactly one requirement claims each kind of credential, and each kind of query.', () => {
  const token = ['{"alg":"HS256"}', '{"sub":"u","exp":4000000000}', 'signature']
    .map((part) => Buffer.from(part).toString('base64url'))
    .join('.');
  const kinds = new Set([
    ...altered(token).map(({ kind }) => kind),
    ...alteredKinds,
    'expired',
    'none',
    'basic',
    'wrong-again',
    'valid-again',
    ...lenienciesOf('credential').map(({ keyword }) => keyword),
    ...[...oddPageSizes(), ...oddPageTokens(['seed'], 'a-token')].map(({ kind }) => kind),
    'large-page-size',
    'unknown-parameter',
    'undecodable-key',
  ]);
  for (const kind of kinds) expect(() => requirementForKind(kind), kind).not.toThrow();
  const claimed = requirements.flatMap(({ kinds = [] }) => kinds);
  expect(claimed.filter((kind) => !kinds.has(kind))).toEqual([]);
  expect(new Set(claimed).size).toBe(claimed.length);
  expect(() => requirementForKind('nobody-has-this')).toThrow('Exactly one requirement must have the kind');
});

test('A requirement of requests demands what its level and its answers say, whatever its id.', () => {
  const demands = (demand: Demand) => requirements.filter((each) => demandOf(each) === demand);
  for (const { level } of demands('rejected')) expect(level).not.toBe('OPEN');
  expect(demandOf({ level: 'OPEN', answers: ['success', 'text-400'] })).toBe('observed');
  expect(demandOf({ level: 'MUST', answers: ['text-400'] })).toBe('rejected');
  expect(demandOf({ level: 'SHOULD', answers: ['error-object'] })).toBe('rejected');
  expect(demandOf({ level: 'MUST', answers: ['success'] })).toBe('accepted');
  expect(demandOf({ level: 'MUST', answers: ['success', 'error-object'] })).toBe('observed');
  expect(demandOf({ level: 'MUST' })).toBe('observed');
});

test('Each requirement that claims bodies is identified by what it claims: syntax or fields.', () => {
  for (const stem of ['generate-topology.request', 'execute-submission.request'] as const) {
    for (const demand of ['rejected', 'observed'] as const) {
      const all = requirementsFor(stem, demand);
      const written = all.filter((id) => isOfBodies(stem, id));
      const fields = all.filter((id) => !isOfBodies(stem, id));
      expect(written.length).toBeGreaterThan(0);
      expect(fields.length).toBeGreaterThan(2);
    }
    for (const keyword of bodyKeywords) expect(requirementFor(stem, { keyword }), keyword).toBeDefined();
  }
});
