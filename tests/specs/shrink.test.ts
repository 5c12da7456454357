import { expect, test } from 'vitest';
import { isShrunk } from '../../journal/case-line.ts';
import type { JudgementLine } from '../../journal/journal-line.ts';
import { faults } from '../../reference/faults/catalogue.ts';
import { allChecks } from '../../specs/all.ts';
import { cases, conductInProcess, judgements } from './in-process.ts';

/** The judgements of the smallest counterexamples that one check finds on a server with one fault. */
async function shrunk(faultId: string, requirement: string) {
  const fault = faults.find(({ id }) => id === faultId);
  if (fault === undefined) throw new Error(`There is no fault ${faultId} any more.`);
  const checks = allChecks.filter((check) => check.requirement === requirement);
  const conducted = await conductInProcess({ fault }, {}, checks);
  const lines = cases(conducted);
  const isSmallest = ({ case: id }: JudgementLine): boolean => isShrunk(lines.get(id) ?? {});
  const found = judgements(conducted).filter(isSmallest);
  const bodies = found.map(({ case: id }) => {
    const exchange = conducted.journal.exchanges.get(`${id}#1`);
    if (exchange === undefined) throw new Error(`The case ${id} has no exchange.`);
    return JSON.parse(exchange.request.body?.toString() ?? 'null') as Record<string, unknown>;
  });
  const sentToShrink = [...lines.values()].filter(
    ({ context }) => context?.includes('smaller-request') === true,
  ).length;
  return { names: found.map(({ case: id }) => lines.get(id)?.name), found, bodies, sentToShrink };
}

test('A faulty request that was accepted is shrunk to the required fields and the fault.', async () => {
  const { names, found, bodies, sentToShrink } = await shrunk(
    'generate-topology-accepts-negative-confirmation-threshold',
    'GT-REQ-THRESHOLD-MIN',
  );
  expect(names).toEqual([
    expect.stringMatching(/the smallest that fails, fast-check seed -?\d+, path [\d:]+$/),
  ]);
  expect(found[0]?.findings.map(({ requirement }) => requirement)).toContain('GT-REQ-THRESHOLD-MIN');
  expect(Object.keys(bodies[0] ?? {}).sort()).toEqual([
    'confirmationThreshold',
    'partyHint',
    'publicKey',
    'synchronizer',
  ]);
  expect(bodies[0]?.confirmationThreshold).toBeLessThan(0);
  expect(sentToShrink).toBeLessThanOrEqual(60);
});

test('A valid request that was refused is shrunk to what it is refused for.', async () => {
  const { bodies, found, sentToShrink } = await shrunk(
    'generate-topology-refuses-hint-of-60-characters',
    'GT-SUCCESS',
  );
  expect(found[0]?.findings.map(({ requirement }) => requirement)).toContain('GT-SUCCESS');
  expect(String(bodies[0]?.partyHint)).toHaveLength(60);
  expect(sentToShrink).toBeLessThanOrEqual(60);
});

test('Chains that fail only side by side are shrunk to the smallest interleaving that does.', async () => {
  const fault = faults.find(({ id }) => id === 'list-users-cursor-is-shared-between-chains');
  if (fault === undefined) throw new Error('There is no fault of a shared cursor any more.');
  const checks = allChecks.filter(({ requirement }) => requirement === 'LU-PAGE-COMPLETE');
  const found = judgements(await conductInProcess({ fault }, {}, checks)).flatMap(({ findings }) => findings);
  const smallest = found.filter(({ message }) => message.includes('the smallest that fails'));
  expect(smallest.map(({ message }) => message)).toContainEqual(
    expect.stringMatching(/chain "drawn, .* fast-check seed -?\d+, path [\d:]+, chain \d of 2, size \d/),
  );
  expect(fault.requirements).toContain(smallest[0]?.requirement);
});

test.each([
  'generate-topology-hint-of-another-request-is-used',
  'generate-topology-overlapping-request-is-refused',
])('A batch that fails only side by side is shrunk to a few requests: %s.', async (id) => {
  const fault = faults.find((each) => each.id === id);
  if (fault === undefined) throw new Error(`There is no fault ${id} any more.`);
  const checks = allChecks.filter(
    (check) => check.requirement === 'HTTP-STABLE' && fault.id.startsWith(check.operation),
  );
  const conducted = await conductInProcess({ fault }, {}, checks);
  const names = cases(conducted);
  const smallest = judgements(conducted).filter(({ case: of, findings }) => {
    return findings.length > 0 && isShrunk(names.get(of) ?? {});
  });
  expect(smallest.map(({ case: of }) => names.get(of)?.name)).toContainEqual(
    expect.stringMatching(
      /, one of [2-4] side by side, the smallest that fails, fast-check seed -?\d+, path [\d:]+$/,
    ),
  );
  expect(fault.requirements).toContain(smallest[0]?.findings[0]?.requirement);
});

test('What fails alone as well is not shrunk as a batch.', async () => {
  const fault = faults.find(({ id }) => id === 'generate-topology-refuses-hint-of-60-characters');
  if (fault === undefined) throw new Error('There is no such fault any more.');
  const checks = allChecks.filter(
    ({ requirement, operation }) => requirement === 'HTTP-STABLE' && operation === 'generate-topology',
  );
  const all = [...cases(await conductInProcess({ fault }, {}, checks)).values()];
  expect(all.some(({ context }) => context?.at(-1) === 'alone')).toBe(true);
  expect(all.some(isShrunk)).toBe(false);
});
