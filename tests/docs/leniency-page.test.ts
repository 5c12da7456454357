import { expect, test } from 'vitest';
import { leniencies } from '../../generators/leniencies/catalogue.ts';
import { leniencyListOf } from '../../operations/leniencies-of.ts';
import { textOf } from './documents.ts';
import { leniencyPage } from './leniency-page.ts';

const introduction = `
What common software accepts by default although the document forbids it: leniencies of JSON parsers, binders and validators. A
report names the leniency that a finding shows. The page is generated from \`generators/leniencies/\` by
\`npx vitest run tests/docs -u\`.
`;

test('docs/leniencies.md says what the catalogue of leniencies says.', async () => {
  await expect(leniencyPage(introduction)).toMatchFileSnapshot('../../docs/leniencies.md');
});

test('The page has each leniency once, with its stacks.', () => {
  const entries = textOf('docs/leniencies.md').split(/^### /m).slice(1);
  expect(entries.map((entry) => entry.split('\n')[0])).toEqual(leniencies.map(({ id }) => id));
});

test('A requirement is broken by the leniencies whose cases it claims.', () => {
  const ids = (requirement: string) => leniencyListOf(requirement).map(({ id }) => id);
  expect(ids('GT-REQ-THRESHOLD-TYPE')).toEqual(
    expect.arrayContaining(['digits-as-integer', 'blank-as-integer']),
  );
  expect(ids('EX-BODY')).toEqual(expect.arrayContaining(['comment', 'nan', 'utf-32-without-a-mark']));
  expect(ids('GT-REQ-PUBLICKEY')).toEqual(
    expect.arrayContaining(['name-with-kelvin-sign', 'member-values-as-object']),
  );
  expect(ids('LU-SUCCESS')).toEqual([]);
});
