import type { RecordedOperation } from '../recorded/recorded-operation.ts';

export const recorded: RecordedOperation = {};
