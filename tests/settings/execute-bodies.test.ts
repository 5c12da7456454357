import { describe, expect, test } from 'vitest';
import { createExecuteBodies, readExecuteBodies } from '../../settings/execute-bodies.ts';
import { UsageError } from '../../settings/usage-error.ts';
import { temporaryFile } from '../journal/temporary-folder.ts';

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
  test('is which were accepted, and whether they can be sent again.', () => {
    const bodies = createExecuteBodies([body, body]);
    expect([bodies.wasAccepted(0), bodies.reuse()]).toEqual([false, 'unknown']);
    bodies.markAccepted(0);
    bodies.markReuse('at-once');
    expect([bodies.wasAccepted(0), bodies.wasAccepted(1), bodies.reuse()]).toEqual([true, false, 'at-once']);
  });

  test('says never where a body once could not be sent again, whatever else was seen.', () => {
    const bodies = createExecuteBodies([body]);
    bodies.markReuse('at-once');
    bodies.markReuse('never');
    expect(bodies.reuse()).toBe('never');
  });
});
