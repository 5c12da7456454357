import { describe, expect, test } from 'vitest';
import { createExecuteBodies, readExecuteBodies } from '../../settings/execute-bodies.ts';
import { UsageError } from '../../settings/usage-error.ts';
import { temporaryFile, temporaryFolder } from '../journal/temporary-folder.ts';

const body = { preparedTransaction: 'AAAA', partySignatures: { signatures: [] } };

test('One body and an array of them are both read; none without a file.', () => {
  expect(readExecuteBodies(temporaryFile(JSON.stringify(body)))).toEqual([body]);
  expect(readExecuteBodies(temporaryFile(JSON.stringify([body, body])))).toEqual([body, body]);
  expect(readExecuteBodies(undefined)).toEqual([]);
});

test.each([
  ['no JSON', '{', /is not JSON/],
  ['an empty array', '[]', /must contain a JSON object/],
  ['a string', '"AAAA"', /must contain a JSON object/],
  ['a body without partySignatures', '{"preparedTransaction":"AAAA"}', /must contain a JSON object/],
  ['a body that is none beside a good one', JSON.stringify([body, null]), /must contain a JSON object/],
])('A file with %s is a usage error.', (_name, text, sentence) => {
  const path = temporaryFile(text);
  expect(() => readExecuteBodies(path)).toThrow(UsageError);
  expect(() => readExecuteBodies(path)).toThrow(sentence);
});

test('A file that is missing is a usage error.', () => {
  expect(() => readExecuteBodies('/nonexistent/body.json')).toThrow(/cannot be read/);
});

describe('what is known of the bodies', () => {
  test('survives in a new instance on the same folder.', () => {
    const folder = `${temporaryFolder()}/state`;
    const before = createExecuteBodies([body, body], folder);
    expect(before.wasAccepted(1)).toBe(false);
    before.markAccepted(1);
    before.markReuse('after-a-while');
    const after = createExecuteBodies([body, body], folder);
    expect([after.wasAccepted(0), after.wasAccepted(1), after.reuse()]).toEqual([
      false,
      true,
      'after-a-while',
    ]);
  });

  test('is seen by an instance that was there before.', () => {
    const folder = temporaryFolder();
    const [one, other] = [createExecuteBodies([body], folder), createExecuteBodies([body], folder)];
    one.markAccepted(0);
    expect(other.wasAccepted(0)).toBe(true);
    expect(other.reuse()).toBe('unknown');
  });

  test('stays in memory without a folder.', () => {
    const bodies = createExecuteBodies([body], undefined);
    bodies.markAccepted(0);
    bodies.markReuse('at-once');
    expect([bodies.wasAccepted(0), bodies.reuse()]).toEqual([true, 'at-once']);
    expect(createExecuteBodies([body], undefined).wasAccepted(0)).toBe(false);
  });

  test('says never where a body once could not be sent again, whatever else was seen.', () => {
    const bodies = createExecuteBodies([body], temporaryFolder());
    bodies.markReuse('at-once');
    bodies.markReuse('never');
    expect(bodies.reuse()).toBe('never');
  });
});
