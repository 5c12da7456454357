import { expect, test } from 'vitest';
import { type BatchRequest, sendBatch } from '../../checks/conduct/batch.ts';
import type { CaseBuilder } from '../../session/case-builder.ts';
import type { Conductor } from '../../session/conductor.ts';
import type { OperationRequest } from '../../wire/operation-request.ts';

const draft = { kind: 'made', as: 'GT-SUCCESS' } as const;

test('A valid request waits for no control that only a text that ends too early needs.', async () => {
  const sent: (string | undefined)[] = [];
  const send = async (_purpose: unknown, { query }: OperationRequest) => {
    sent.push(query);
    return { answer: undefined };
  };
  const conductor = {
    operation: 'list-users',
    inCase: (_draft: unknown, conduct: (builder: CaseBuilder) => Promise<unknown>) =>
      conduct({ send, include: () => {} } as unknown as CaseBuilder),
  } as unknown as Conductor;
  const batch: BatchRequest[] = [
    { draft, request: { query: 'valid' }, needsControl: false },
    { draft: { ...draft, hazard: 'unclosed-text' }, request: { query: 'unclosed' }, needsControl: true },
  ];
  await sendBatch(conductor, { request: { query: 'control' } }, batch);
  expect(sent).toEqual(['valid', 'control', 'unclosed']);
});
