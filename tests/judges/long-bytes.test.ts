import { describe, expect, it } from 'vitest';
import { judgeAnswers } from '../../judges/answers/judge-answers.ts';
import { surveyJson } from '../../judges/recorded/reading/body-text.ts';
import { requirement } from '../../requirements/catalogue.ts';
import type { Operation } from '../../requirements/requirement.ts';
import { loadProfile, profileNames } from '../../settings/load-profile.ts';
import { answered, caseOf, error, json } from './records.ts';

const profiles = profileNames.map((name) => loadProfile(name));
const mebibytes = 8 * 1024 * 1024;

const operations = [
  ['generate-topology', 'GT-SUCCESS'],
  ['execute-submission', 'EX-SUCCESS'],
  ['list-users', 'LU-SUCCESS'],
] as const satisfies readonly (readonly [Operation, string])[];

const topology = (transaction: string) => ({
  partyId: 'a::b',
  publicKeyFingerprint: 'b',
  topologyTransactions: [transaction],
  multiHash: transaction,
});

const answers = [
  ['a failure of line feeds', answered(400, 'text/plain', '\n'.repeat(mebibytes))],
  ['a failure of escaped tabs', answered(500, 'text/html', `\n${'\\t'.repeat(mebibytes / 2)}`)],
  ['a failure of paths', answered(500, 'text/html', '/home/a'.repeat(mebibytes / 7))],
  ['a failure of drives', answered(500, 'text/html', 'C:\\a'.repeat(mebibytes / 4))],
  ['a long cause', error(400, { cause: 'Invalid value for: body ('.repeat(mebibytes / 25) })],
  ['a long entry in base64', json(200, topology('abcd'.repeat(mebibytes / 4)))],
  ['a long entry in hex', json(200, topology('0a'.repeat(mebibytes / 2)))],
  [
    'a long user',
    json(200, { users: [{ id: 'a'.repeat(mebibytes) }], nextPageToken: 'A'.repeat(mebibytes) }),
  ],
] as const;

describe('an answer of many mebibytes is judged in time', () => {
  it.each(answers)(
    '%s',
    (_, answer) => {
      for (const [operation, id] of operations)
        for (const profile of profiles) {
          const started = performance.now();
          const record = caseOf(operation, id, [{ answer, body: {} }]);
          expect(judgeAnswers(record, { requirement: requirement(id), profile }).judged).not.toEqual({});
          expect(performance.now() - started).toBeLessThan(15_000);
        }
    },
    60_000,
  );
});

it('a recorded body of escapes is surveyed', () => {
  const escapes = '\\n'.repeat(mebibytes);
  const { duplicates, floats } = surveyJson(`{"a":"${escapes}","a":1.5,"b\\"":"\\\\"}`);
  expect(duplicates).toEqual(['/a']);
  expect([...floats]).toEqual(['/a']);
}, 900_000);
