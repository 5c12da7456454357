import { expect, test } from 'vitest';
import { requirement, requirements } from '../../requirements/catalogue.ts';
import { nearestIds } from '../../requirements/nearest-ids.ts';

test('Every id is given once.', () => {
  const ids = requirements.map(({ id }) => id);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
});

test('Ids and levels are frozen: a change is a change of the suite version.', () => {
  expect(requirements.map(({ id, level }) => `${id} ${level}`)).toMatchSnapshot();
});

test('A requirement is found by its id, with the section of its quote.', () => {
  const found = requirement('GT-REQ-KEYDATA-NONEMPTY');
  expect(found.section).toBe('SigningPublicKey');
  expect(found.subject).toEqual({ schema: 'generate-topology.request', pointer: '/publicKey/keyData' });
});

test.each([
  ['GT-REQ-KEYDATE', 'Did you mean GT-REQ-KEYDATA?'],
  ['GT-REQ-SYNC', 'Did you mean GT-REQ-SYNCHRONIZER?'],
  ['NONE', '`ledger-conformance list requirements` lists them.'],
])(
  'The unknown id %s is answered with the one that was probably meant, or where they are listed.',
  (id, hint) => {
    expect(() => requirement(id)).toThrow(`There is no requirement ${id}. ${hint}`);
  },
);

test('Nearness counts single-character edits and ignores letter case.', () => {
  expect(nearestIds('eb-a', ['ZZ-ZZZZ', 'EX-AB', 'EX-A', 'EX-ABCD'])).toEqual(['EX-A', 'EX-AB', 'EX-ABCD']);
});

test('An excluded requirement is judged on no operation, every other one on some.', () => {
  const wrong = requirements.filter(
    ({ excluded, operations }) => (excluded === undefined) === (operations.length === 0),
  );
  expect(wrong.map(({ id }) => id)).toEqual([]);
});

test('A requirement named after one operation is judged on it alone.', () => {
  const operationOf = { GT: 'generate-topology', EX: 'execute-submission', LU: 'list-users' };
  for (const [prefix, operation] of Object.entries(operationOf)) {
    const clauses = requirements.filter(({ id }) => id.startsWith(`${prefix}-`));
    expect(clauses.length).toBeGreaterThan(15);
    expect(clauses.filter(({ operations }) => operations.join() !== operation)).toEqual([]);
  }
});
