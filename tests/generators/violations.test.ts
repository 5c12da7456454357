import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { placeholderExecuteBody } from '../../generators/execute-submission.ts';
import { underSubmissionId } from '../../generators/execute-submission.violations.ts';
import { fullGenerateTopology, minimalGenerateTopology } from '../../generators/generate-topology.ts';
import { type Path, valueAt, withoutMember, withValue } from '../../generators/json-path.ts';
import { leniencyOf } from '../../generators/leniencies/catalogue.ts';
import { formData, type Violation } from '../../generators/violation.ts';
import type { RequestStem } from '../../generators/violations.ts';
import { violations } from '../../operations/violations.ts';
import { accepts } from '../schemas/validator.ts';
import { demanded, nameOf } from './demands.ts';

const participantUids = ['two::1220bb', 'three::1220cc', 'four::1220dd'];
const execute = placeholderExecuteBody(1);
const twoSignatures = structuredClone(execute);
twoSignatures.partySignatures.signatures[0]?.signatures.push({ signature: 'AA==' });

const bodies: { name: string; stem: RequestStem; body: object }[] = [
  {
    name: 'a full generate-topology request',
    stem: 'generate-topology.request',
    body: fullGenerateTopology({ synchronizer: 's::1', participantUids }, 1),
  },
  {
    name: 'a minimal generate-topology request',
    stem: 'generate-topology.request',
    body: minimalGenerateTopology('s::1', 1),
  },
  { name: 'an execute request', stem: 'execute-submission.request', body: execute },
  {
    name: 'an execute request with all options and two signatures',
    stem: 'execute-submission.request',
    body: { ...twoSignatures, userId: 'u', minLedgerTime: { time: { Empty: {} } } },
  },
  {
    name: 'an execute request with another deduplication period',
    stem: 'execute-submission.request',
    body: { ...execute, deduplicationPeriod: { Empty: {} } },
  },
];

const pathOf = (pointer: string): Path =>
  pointer
    .split('/')
    .slice(1)
    .map((step) => (/^\d+$/.test(step) ? Number(step) : step));

/** Whether the element at a path was put in front of the only valid one. */
function isInFront(body: unknown, valid: object, path: readonly (string | number)[]): boolean {
  const [own, former] = [body, valid].map((each) => valueAt(each, path.slice(0, -1)));
  const isArray = Array.isArray(own) && Array.isArray(former);
  return isArray && path.at(-1) === 0 && own.length === former.length + 1;
}

// The violation's body with the valid value, or nothing, put back at its pointer.
function restored(valid: object, { body, pointer, detail }: Violation): unknown {
  const path = pathOf(pointer);
  const absentFrom = path.findIndex((_, index) => valueAt(valid, path.slice(0, index + 1)) === undefined);
  if (detail?.endsWith(' alone'))
    return withValue(body, path.slice(0, -1), valueAt(valid, path.slice(0, -1)));
  if (isInFront(body, valid, path))
    return withValue(body, path.slice(0, -1), (valueAt(body, path.slice(0, -1)) as unknown[]).slice(1));
  if (absentFrom === -1) return withValue(body, path, valueAt(valid, path));
  const added = path.slice(0, absentFrom + 1);
  const parent = valueAt(body, added.slice(0, -1));
  return Array.isArray(parent)
    ? withValue(body, added.slice(0, -1), parent.slice(0, -1))
    : withoutMember(body, added);
}

/** Whether a required member has another name, which makes it missing and adds an unknown one (ruling 29). */
const isRenamed = ({ kind }: Violation): boolean => leniencyOf(kind)?.area === 'member-name';

/** The violation with the renamed member under its own name again, and with the second member that is missing or null. */
function underItsName(valid: object, violation: Violation): Violation {
  if (['two-fields-missing', 'two-wrong-types'].includes(violation.kind)) {
    const other = [...pathOf(violation.pointer).slice(0, -1), violation.detail?.split(' ')[0] ?? ''];
    return { ...violation, body: withValue(violation.body, other, valueAt(valid, other)) };
  }
  if (!isRenamed(violation)) return violation;
  const name = JSON.stringify(pathOf(violation.pointer).at(-1));
  const text = JSON.stringify(violation.body).replace(`${violation.detail}:`, `${name}:`);
  return { ...violation, body: JSON.parse(text) };
}

const wireText = (violation: Violation) => violation.text ?? JSON.stringify(violation.body);

describe.each(bodies)('$name', ({ stem, body }) => {
  const all = violations(stem, body);

  test('keeps the schema before and after its violations are derived', () => {
    const former = structuredClone(body);
    violations(stem, body);
    expect(body).toEqual(former);
    expect(accepts(stem, body)).toBe(true);
  });

  test('every violation to be rejected breaks the schema, or is one of several parties, or means nothing', () => {
    const unsaid = all
      .filter((v) => demanded(stem, v) === 'rejected')
      .filter((v) => accepts(stem, JSON.parse(wireText(v))));
    expect(unsaid.map(nameOf)).toEqual(
      stem === 'execute-submission.request'
        ? [
            'two different parties',
            'three different parties',
            'another party in front',
            'another party behind ten of the same',
            'the same party in other case',
            'the same party with a blank behind',
            'the same party with text behind',
            'the same name with another fingerprint',
          ]
        : ['synchronizer empty'],
    );
  });

  test('every violation differs from the valid body at its pointer and nowhere else', () => {
    for (const violation of all) {
      // There the shown variant stands in for the one that the body has.
      const swapped =
        violation.pointer.startsWith('/deduplicationPeriod/') &&
        'Empty' in Object(Object(body).deduplicationPeriod);
      if (violation.text === undefined) expect(violation.body, nameOf(violation)).not.toEqual(body);
      if (!swapped) expect(restored(body, underItsName(body, violation)), nameOf(violation)).toEqual(body);
    }
  });

  test('names are unique, and so are the bytes', () => {
    expect(new Set(all.map(nameOf)).size).toBe(all.length);
    const bytes = new Map<string, string[]>();
    const sent = (v: Violation): string => `${v.query ?? ''} ${wireText(v)}`;
    for (const v of all) bytes.set(sent(v), [...(bytes.get(sent(v)) ?? []), nameOf(v)]);
    expect([...bytes.values()].filter((names) => names.length > 1)).toEqual([]);
  });

  test('every required field is missing, null and of a wrong type once, at the least', () => {
    const refused = new Set(
      all.filter((v) => demanded(stem, v) === 'rejected').map((v) => `${v.pointer} ${v.keyword}`),
    );
    const required =
      stem === 'generate-topology.request'
        ? [
            '/synchronizer',
            '/partyHint',
            '/publicKey',
            '/publicKey/format',
            '/publicKey/keyData',
            '/publicKey/keySpec',
          ]
        : [
            '/preparedTransaction',
            '/partySignatures',
            '/submissionId',
            '/hashingSchemeVersion',
            '/partySignatures/signatures',
            '/partySignatures/signatures/0/signatures',
          ];
    for (const pointer of required) {
      for (const keyword of ['required', 'null', 'type']) expect(refused).toContain(`${pointer} ${keyword}`);
    }
  });
});

const verdicts = (stem: RequestStem, body: object) =>
  new Map(violations(stem, body).map((v) => [nameOf(v), demanded(stem, v)]));

test('generate-topology: what rulings 12 and 13 refuse and leave open', () => {
  const found = verdicts('generate-topology.request', Object(bodies[0]?.body));
  const refused = [
    'publicKey.keyData empty',
    'publicKey.keySpec missing',
    'confirmationThreshold = "1"',
    'confirmationThreshold = true',
    'confirmationThreshold = 1.5',
    'confirmationThreshold = -1',
    'confirmationThreshold = 2147483648',
    'confirmationThreshold = 4294967297',
    'confirmationThreshold = 2^64 + 1',
    'otherConfirmingParticipantUids[0] = null',
    'otherConfirmingParticipantUids[1] = 0',
    'otherConfirmingParticipantUids[2] = null',
    'observingParticipantUids[1] = null',
    'localParticipantObservationOnly = "true"',
  ];
  const open = [
    'confirmationThreshold = 1.0',
    'confirmationThreshold = null',
    'localParticipantObservationOnly = null',
    'partyHint empty',
    'publicKey.format empty',
  ];
  for (const name of refused) expect(found.get(name), name).toBe('rejected');
  for (const name of open) expect(found.get(name), name).toBe('observed');
  for (const name of found.keys()) expect(name).not.toBe('confirmationThreshold missing');
});

test('integral floats stand in the text as written, and mean the valid value', () => {
  const body = Object(bodies[0]?.body);
  const float = violations('generate-topology.request', body).find(
    (v) => nameOf(v) === 'confirmationThreshold = 1.0',
  );
  expect(float?.text).toContain('"confirmationThreshold":1.0,');
  expect(JSON.parse(float?.text ?? '')).toEqual(body);
});

test('under another submissionId a violation keeps its fault, in its body and in its text', () => {
  const all = violations('execute-submission.request', execute);
  const sent = all.map((violation) => underSubmissionId(violation, 'fresh-id'));
  for (const [index, violation] of sent.entries()) {
    const former = all[index];
    const isWithout = violation.pointer === '/submissionId' || /^submissionId\b/.test(violation.detail ?? '');
    if (isWithout) expect(violation).toBe(former);
    else expect(JSON.parse(wireText(violation)).submissionId).toBe('fresh-id');
  }
  expect(sent.filter(({ text }) => text?.includes('"fresh-id"')).length).toBeGreaterThan(20);
});

test('places that are not wanted have no violations, and the others have the same', () => {
  const body = { ...execute, userId: 'u' };
  const all = violations('execute-submission.request', body);
  const wanted = (pointer: string) => pointer.startsWith('/partySignatures');
  const some = violations('execute-submission.request', body, wanted);
  expect(some).toEqual(all.filter(({ pointer }) => wanted(pointer)));
  expect(some.map(nameOf)).toContain('two different parties');
  expect(violations('execute-submission.request', body, () => false)).toEqual([]);
});

test('Bodies that are wrong already have variations too, whatever stands in a field', () => {
  const names = Object.keys(execute);
  fc.assert(
    fc.property(fc.constantFrom(...names), fc.jsonValue(), (name, value) => {
      expect(violations('execute-submission.request', { ...execute, [name]: value }).length).toBeGreaterThan(
        0,
      );
    }),
    { numRuns: 30 },
  );
});

test('Form data has the names of nested values in brackets.', () => {
  expect(formData('a b', 'x&y')).toBe('a%20b=x%26y');
  expect(formData('a', { b: { c: 1 }, d: null, e: [true] })).toBe(
    'a%5Bb%5D%5Bc%5D=1&a%5Bd%5D=null&a%5Be%5D%5B0%5D=true',
  );
});
