import { expect, test } from 'vitest';
import { recallBodies } from '../../engine/earlier-part.ts';
import type { CaseLine } from '../../journal/case-line.ts';
import { fileJournal } from '../../journal/journal.ts';
import { createExecuteBodies } from '../../settings/execute-bodies.ts';
import { temporaryFolder } from '../journal/temporary-folder.ts';

/** A valid submission of the first body, which was accepted before or not, and what came back each time. */
function submission(accepted: boolean, ...statuses: readonly number[]): CaseLine {
  return {
    type: 'case',
    id: `EX-SUCCESS@execute-submission/${accepted}-${statuses.join('-')}`,
    requirement: 'EX-SUCCESS',
    operation: 'execute-submission',
    judge: 1,
    kind: 'valid',
    name: 'valid',
    wrong: 'valid',
    credential: 'valid',
    facts: { body: 'body-1', accepted },
    attempts: statuses.map((status, place) => ({
      role: place === 0 ? 'probe' : 'repeat',
      ordinal: place + 1,
      attempt: 1,
      exchange: `x#${place + 1}`,
      cameBack: { status },
    })),
  };
}

test.each([
  ['unknown', [submission(false, 200)]],
  ['at-once', [submission(false, 200), submission(true, 200)]],
  ['after-a-while', [submission(false, 200), submission(true, 409, 200)]],
  ['after-a-while', [submission(true, 200), submission(true, 409, 409)]],
  ['never', [submission(false, 200), submission(true, 409, 409)]],
] as const)('Whether bodies can be sent again is known to a resumed run: %s.', (reuse, lines) => {
  const folder = temporaryFolder();
  const journal = fileJournal(folder);
  for (const line of lines) journal.line(line);
  journal.flush();
  const bodies = createExecuteBodies([{}, {}]);
  recallBodies(folder, bodies);
  expect([bodies.reuse(), bodies.wasAccepted(0), bodies.wasAccepted(1)]).toEqual([reuse, true, false]);
});
