import { expect, test } from 'vitest';
import { allChecks } from '../../checks/checks.ts';
import { isUnclosed } from '../../generators/unclosed-text.ts';
import { faults } from '../../reference/faults/catalogue.ts';
import { createHazards } from '../../session/hazards.ts';
import { conductInProcess } from '../checks/in-process.ts';
import { temporaryFolder } from '../journal/temporary-folder.ts';

test('What hung one worker is known to the others of the run.', () => {
  const folder = temporaryFolder();
  expect(createHazards(folder).hasHung('unclosed-text')).toBe(false);
  createHazards(folder).hung('unclosed-text', 'list-users');
  expect(createHazards(folder).hasHung('unclosed-text')).toBe(true);
  expect(createHazards().hasHung('unclosed-text')).toBe(false);
});

test('After one text that ends too early has hung the target, no other is sent.', async () => {
  const fault = faults.find(({ id }) => id === 'generate-topology-unclosed-text-is-never-answered');
  if (fault === undefined) throw new Error('The fault is gone.');
  const checks = allChecks.filter(({ requirement }) => ['GT-BODY', 'EX-BODY'].includes(requirement));
  const { journal, results } = await conductInProcess({ fault }, { TARGET_TIMEOUT_MS: '4000' }, checks);
  const exchanges = [...journal.exchanges.values()];
  const unclosed = exchanges.filter(({ request }) => isUnclosed(request.body.toString()));
  const unanswered = unclosed.filter(({ failure }) => failure !== undefined);
  expect(unanswered.map(({ failure }) => failure?.kind)).toEqual(['timeout', 'timeout']);
  expect(new Set(unclosed.slice(-2).map(({ id }) => id))).toEqual(new Set(unanswered.map(({ id }) => id)));
  const resultOn = (operation: string) => [...results].find(([check]) => check.operation === operation)?.[1];
  const topology = resultOn('generate-topology');
  const found = topology?.shown.flatMap(({ judgement }) =>
    judgement.findings.map(({ requirement }) => requirement),
  );
  expect(found).toContain('GT-FAILURE-TEXT');
  expect([topology?.state, resultOn('execute-submission')?.state]).toEqual(['inconclusive', 'inconclusive']);
});
