import { describe, expect, test } from 'vitest';
import { concernsOf } from '../../checks/checks.ts';
import { operationStems } from '../../schemas/openapi.ts';
import { inOrder } from '../../specs/declare.ts';

describe.each(operationStems)('%s', (stem) => {
  const concerns = concernsOf(stem);
  const usual = Object.values(concerns).flat();
  const alone = usual.findIndex(({ isAlone }) => isAlone !== undefined);

  test('is conducted in the order of its concerns.', () => {
    expect(inOrder(concerns, undefined)).toEqual(usual);
  });

  test('is conducted in a drawn order in a disguised run, the same for the same seed and nonce.', () => {
    const drawn = inOrder(concerns, ['seed', 'nonce']);
    expect(drawn).not.toEqual(usual);
    expect(new Set(drawn)).toEqual(new Set(usual));
    expect(inOrder(concerns, ['seed', 'nonce'])).toEqual(drawn);
    expect(inOrder(concerns, ['seed', 'other nonce'])).not.toEqual(drawn);
  });

  test('keeps its first check, and those from the first on that must be alone.', () => {
    const drawn = inOrder(concerns, ['seed', 'nonce']);
    expect(alone).toBeGreaterThan(1);
    expect(drawn[0]).toBe(usual[0]);
    expect(drawn.slice(alone)).toEqual(usual.slice(alone));
  });
});
