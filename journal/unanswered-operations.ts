import type { Operation } from '../requirements/requirement.ts';
import type { JournalLine } from './journal-line.ts';

/** The operations with requests that got no usable response in their final attempt. */
export function unansweredOperations(lines: Iterable<JournalLine>): Operation[] {
  const found = new Set<Operation>();
  for (const line of lines) for (const operation of unansweredIn(line)) found.add(operation);
  return [...found].sort();
}

/** Those that one line names, also where everything gets the same answer. */
export function unansweredIn(line: JournalLine): readonly Operation[] {
  if (line.type === 'check') return line.kind === 'shut-out' ? [line.operation] : [];
  if (line.type === 'judgement') return line.unanswered.map(({ operation }) => operation);
  return line.type === 'sum' && line.unanswered.length > 0 ? [line.operation] : [];
}
