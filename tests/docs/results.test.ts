import { expect, test } from 'vitest';
import { exitStatus } from '../../cli/output/exit-status.ts';
import reportSchema from '../../reports/report/report.schema.json' with { type: 'json' };
import { resultOutcomes } from '../../reports/report/report.ts';
import { tableUnder, textOf } from './documents.ts';

const reading = textOf('docs/reading-results.md');

test('Every outcome has a row, and no other has one.', () => {
  const listed = tableUnder(reading, 'Outcomes').map(([name = '']) => name.replaceAll('`', ''));
  expect(listed.sort()).toEqual([...resultOutcomes].sort());
});

test('Every key of report.json, of its results and of their findings has a row.', () => {
  const keys = tableUnder(reading, 'report.json').flatMap(([cell = '']) => cell.match(/\w+/g) ?? []);
  const { result, finding } = reportSchema.$defs;
  const wanted = [reportSchema, result, finding].flatMap(({ properties }) => Object.keys(properties));
  expect(wanted.filter((key) => !keys.includes(key))).toEqual([]);
});

test('Every exit status has a row in the README and in its own document.', () => {
  const statuses = Object.values(exitStatus).map(String);
  expect(tableUnder(textOf('README.md'), 'Exit status').map(([status]) => status)).toEqual(statuses);
  const page = textOf('docs/exit-status.md')
    .match(/^\| (\d) +\|/gm)
    ?.map((row) => row.charAt(2));
  expect(page).toEqual(statuses);
});

test('The page on the journal names every field of every line.', () => {
  const page = textOf('docs/journal.md');
  const source =
    textOf('journal/journal-line.ts') +
    textOf('journal/journal-line.ts') +
    textOf('journal/judgement.ts').split('export interface Sink')[0];
  const fields = [...source.matchAll(/^ {2}readonly (\w+)[?]?:/gm)].map(([, name = '']) => name);
  expect(fields.length).toBeGreaterThan(25);
  const rows = page.split('## run.ndjson')[1]?.split('## exchanges.ndjson')[0] ?? '';
  expect(fields.filter((name) => !named(rows, name) && !ofFindings.has(name))).toEqual([]);
});

function named(text: string, name: string): boolean {
  return text.includes(`\`${name}\``);
}

/** Fields inside findings and observations, which docs/reading-results.md explains. */
const ofFindings = new Set(['message', 'pointer', 'expected', 'actual', 'value', 'wellFormed']);
