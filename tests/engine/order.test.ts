import { describe, expect, test } from 'vitest';
import { inOrder } from '../../engine/conduct-all.ts';
import { operationStems } from '../../schemas/openapi.ts';
import { allChecks } from '../../specs/all.ts';

describe.each(operationStems)('%s', (stem) => {
  const usual = allChecks.filter(({ operation }) => operation === stem);
  const alone = usual.findIndex(({ isAlone }) => isAlone !== undefined);

  test('is conducted in the order of its specs.', () => {
    expect(inOrder(usual, undefined)).toEqual(usual);
  });

  test('is conducted in a drawn order in a disguised run, the same for the same seed and nonce.', () => {
    const drawn = inOrder(usual, ['seed', 'nonce']);
    expect(drawn).not.toEqual(usual);
    expect(new Set(drawn)).toEqual(new Set(usual));
    expect(inOrder(usual, ['seed', 'nonce'])).toEqual(drawn);
    expect(inOrder(usual, ['seed', 'other nonce'])).not.toEqual(drawn);
  });

  test('begins with the check that opens idle connections, and keeps those from the first on that must be alone.', () => {
    const drawn = inOrder(usual, ['seed', 'nonce']);
    expect(alone).toBeGreaterThan(1);
    expect(drawn[0]?.opensIdle).toBe(true);
    expect(drawn.slice(alone)).toEqual(usual.slice(alone));
  });
});
