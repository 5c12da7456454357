import { expect, test } from 'vitest';
import type { Case } from '../../engine/check.ts';
import { sendBatch } from '../../specs/shared/batch.ts';
import { played, runOf } from '../engine/played.ts';

const made = { kind: 'made', as: 'GT-SUCCESS' } as const;

test('A valid request waits for no control that only a text that ends too early needs.', () => {
  const sent: (string | undefined)[] = [];
  const batch: Case[] = [
    { ...made, request: { query: 'valid' } },
    { ...made, mayHang: true, request: { query: 'unclosed' }, expected: 'rejection' },
  ];
  const steps = sendBatch(runOf({ operation: 'list-users' }), { request: { query: 'control' } }, batch);
  played(steps, ({ query }) => {
    sent.push(query);
    return {};
  });
  expect(sent).toEqual(['valid', 'control', 'unclosed']);
});
