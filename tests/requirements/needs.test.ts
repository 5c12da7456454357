import { expect, test } from 'vitest';
import { needsOf, requirement, requirements } from '../../requirements/catalogue.ts';

test('Needs may be the same on every operation.', () => {
  expect(needsOf(requirement('GT-SYNC-ALIAS'), 'generate-topology')).toEqual([
    'synchronizer',
    'synchronizer-alias',
  ]);
  expect(needsOf(requirement('AUTH-EXPIRED'), 'list-users')).toEqual(['expired-token']);
});

test('Needs may differ between the operations, and be absent on one.', () => {
  const bearer = requirement('AUTH-BEARER');
  expect(needsOf(bearer, 'generate-topology')).toEqual(['synchronizer']);
  expect(needsOf(bearer, 'execute-submission')).toEqual(['execute-body']);
  expect(needsOf(bearer, 'list-users')).toEqual([]);
});

test('A refused credential needs nothing, as a placeholder body serves it.', () => {
  for (const operation of requirement('AUTH-ALG-NONE').operations) {
    expect(needsOf(requirement('AUTH-ALG-NONE'), operation)).toEqual([]);
  }
});

test('No requirement has needs on an operation that it is not judged on.', () => {
  for (const { id, needs, operations } of requirements) {
    const named = needs === undefined || Array.isArray(needs) ? [] : Object.keys(needs);
    expect(operations, id).toEqual(expect.arrayContaining(named));
  }
});

test('Whatever says what generate-topology answers to a request needs a synchronizer.', () => {
  const answered = requirements.filter(({ id, answers }) => id.startsWith('GT-') && answers !== undefined);
  const without = answered.filter((clause) => !needsOf(clause, 'generate-topology').includes('synchronizer'));
  expect(without.map(({ id }) => id)).toEqual([]);
});

test('Whatever says what execute-submission answers to a body needs an accepted body.', () => {
  const answered = requirements.filter(({ id, answers }) => id.startsWith('EX-') && answers !== undefined);
  const without = answered.filter(
    (clause) => !needsOf(clause, 'execute-submission').includes('execute-body'),
  );
  expect(without.map(({ id }) => id)).toEqual([]);
});
