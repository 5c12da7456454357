import type { Operation } from '../requirements/requirement.ts';
import type { JournalLine } from './journal-line.ts';

/** The operations with requests that got no usable response in their final attempt. */
export function unansweredOperations(lines: Iterable<JournalLine>): Operation[] {
  const found = new Set<Operation>();
  for (const line of lines) {
    if (line.type === 'judgement') for (const { operation } of line.unanswered) found.add(operation);
    else if (line.type === 'sum' && line.unanswered.length > 0) found.add(line.operation);
  }
  return [...found].sort();
}

/** Whether a line, by its first characters, can say so. */
export function maySayUnanswered(start: string): boolean {
  return start.startsWith('{"type":"judgement"') || start.startsWith('{"type":"sum"');
}
