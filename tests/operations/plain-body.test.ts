import { expect, test } from 'vitest';
import { executeSubmission } from '../../operations/execute-submission.ts';

const executeBody = { preparedTransaction: 'AA==', partySignatures: {}, hashingSchemeVersion: 'V2' };

function missingFrom(identity: string, isDrawn: boolean): string[] {
  const body = executeSubmission.plainBody({ synchronizer: null, identity, executeBody, isDrawn });
  return [...Object.keys(executeBody), 'submissionId'].filter((name) => !(name in (body ?? {})));
}

test('A plain execute body cannot be executed: a member is missing, in a disguised run a drawn one.', () => {
  expect(missingFrom('any', false)).toEqual(['submissionId']);
  const drawn = Array.from({ length: 30 }, (_, at) => missingFrom(`identity ${at}`, true));
  expect(new Set(drawn.map((each) => each.join()))).toEqual(
    new Set(['preparedTransaction', 'partySignatures', 'submissionId']),
  );
});
