import { expect, test } from 'vitest';
import { type BatchRequest, sendBatch } from '../../specs/shared/batch.ts';
import { played, runOf } from '../engine/played.ts';

const draft = { kind: 'made', as: 'GT-SUCCESS' } as const;

test('A valid request waits for no control that only a text that ends too early needs.', () => {
  const sent: (string | undefined)[] = [];
  const batch: BatchRequest[] = [
    { draft, request: { query: 'valid' }, needsControl: false },
    { draft: { ...draft, mayHang: true }, request: { query: 'unclosed' }, needsControl: true },
  ];
  const steps = sendBatch(runOf({ operation: 'list-users' }), { request: { query: 'control' } }, batch);
  played(steps, ({ query }) => {
    sent.push(query);
    return {};
  });
  expect(sent).toEqual(['valid', 'control', 'unclosed']);
});
