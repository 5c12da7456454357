import { describe, expect, test } from 'vitest';
import { requirements } from '../../requirements/catalogue.ts';
import { fieldMap, fieldRow } from '../../requirements/field-map.ts';

const stems = [...new Set(requirements.flatMap(({ subject }) => subject?.schema ?? []))];

describe('the field map', () => {
  test.each<[string, string, string, string | undefined]>([
    ['error', '/code', 'type', 'ERR-CODE'],
    ['error', '/context/any', 'type', 'ERR-CONTEXT'],
    ['error', '', 'type', 'ERR-OBJECT'],
    ['generate-topology.response', '/multiHash', 'minLength', 'GT-RES-MULTIHASH-NONEMPTY'],
    ['generate-topology.response', '/multiHash', 'type', 'GT-RES-MULTIHASH'],
    ['generate-topology.response', '/topologyTransactions/3', 'minLength', 'GT-RES-ENTRY'],
    ['list-users.response', '/users/0/metadata/annotations/a', 'type', 'LU-USER-ANNOTATIONS'],
    ['list-users.response', '/users/0/metadata', 'type', 'LU-USER-METADATA'],
    ['generate-topology.request', '/otherConfirmingParticipantUids/0', 'type', 'GT-REQ-OTHERCONFIRMING'],
    ['generate-topology.request', '/publicKey/keyData', 'minLength', 'GT-REQ-KEYDATA-NONEMPTY'],
    ['generate-topology.request', '', 'type', undefined],
    ['execute-submission.request', '/partySignatures/signatures/0', 'party-count', 'EX-SINGLE-PARTY'],
    ['execute-submission.request', '/partySignatures/signatures/0', 'type', 'EX-PS-SIGNATURES'],
    [
      'execute-submission.request',
      '/partySignatures/signatures/0/signatures/1',
      'type',
      'EX-PS-PARTY-SIGNATURES',
    ],
    ['no such schema', '/code', 'type', undefined],
  ])('finds for %s %s (%s) %s.', (schema, pointer, keyword, id) => {
    expect(fieldRow(schema, pointer, keyword)?.requirement).toBe(id);
  });

  test.each(stems)('of %s has no two requirements for one violation.', (schema) => {
    const claims = fieldMap(schema).flatMap(({ pointer, keywords }) =>
      (keywords ?? ['everything else']).map((keyword) => `${pointer} ${keyword}`),
    );
    expect(claims.filter((claim, index) => claims.indexOf(claim) !== index)).toEqual([]);
  });

  test('leaves out what is only observed of an answer, and what a schema cannot say.', () => {
    const listed = new Set(stems.flatMap((stem) => fieldMap(stem).map(({ requirement }) => requirement)));
    const open = requirements.filter(({ id, level }) => level === 'OPEN' && listed.has(id));
    // What is observed of a request is claimed by its keywords alone, and never of an answer.
    expect(open.filter(({ keywords }) => keywords === undefined)).toEqual([]);
    expect(open.filter(({ subject }) => subject?.schema.endsWith('.request') !== true)).toEqual([]);
    expect(listed).not.toContain('GT-KEY-UNDECODABLE');
    expect(listed.size).toBeGreaterThan(50);
  });
});
