import { expect, test } from 'vitest';
import { violationsOf } from '../../../json/ajv.ts';
import comparisonSchema from '../../../reports/compare/comparison.schema.json' with { type: 'json' };
import { comparisonMarkdown } from '../../../reports/compare/comparison-markdown.ts';
import { comparisonPage } from '../../../reports/compare/comparison-page.tsx';
import { renderComparison } from '../../../reports/compare/comparison-terminal.ts';
import reportSchema from '../../../reports/report/report.schema.json' with { type: 'json' };
import { hostile } from '../hostile.ts';
import { aGoodRun, type Run } from '../journal-fixture.ts';
import { aMixedRun } from '../mixed-report.ts';
import { compared } from './kept-run.ts';

const layout = { columns: 80, colour: false };

test('The JSON form is of its schema.', () => {
  expect(violationsOf(reportSchema, {})).not.toEqual([]);
  const comparison = JSON.parse(JSON.stringify(compared(aGoodRun(), aMixedRun())));
  expect(violationsOf(comparisonSchema, comparison)).toEqual([]);
  expect(comparison.changes.length).toBeGreaterThan(3);
});

test('The terminal shows each change with its cause, worst first, in lines that fit.', () => {
  const text = renderComparison(compared(aGoodRun(), aMixedRun()), layout);
  expect(text).toContain('Newly failing (2)\n  GT-RES-PARTYID on generate-topology (MUST): passed');
  expect(text).toContain('    cause  target. How often it showed: 1 of 1 responses');
  expect(text).toContain('Lost: exercised before, but not now (2)');
  expect(text.trimEnd().split('\n').at(-1)).toBe('3 regressions: MUST newly failing or lost.');
  expect(text.split('\n').filter((line) => line.length > 80)).toEqual([]);
});

test('Requirements that were lost for one reason stand together.', () => {
  const lost: Run = {
    ...aGoodRun(),
    cases: [],
    judgements: [],
    exchanges: [],
    checks: aGoodRun().checks.map((line) => ({
      ...line,
      state: 'not-exercised',
      kind: 'not-selected',
      reason: 'not selected',
    })),
  };
  const text = renderComparison(compared(aGoodRun(), lost), layout);
  expect(text.match(/cause {2}scope\. It is not exercised: not selected\./g)).toHaveLength(2);
  expect(text).toMatch(/^ {2}\d+ MUST: /m);
  expect(text).toMatch(/^ {2}\d+ SHOULD, \d+ OPEN: /m);
});

test('A cause that all different observations share is shown once.', () => {
  const drift = {
    id: 'ERR-OPEN-CODES',
    operation: 'list-users' as const,
    gone: ['A'],
    came: ['B'],
    cause: 'scope' as const,
    because: ['The seed differs: one, then other.'],
  };
  const comparison = compared(aGoodRun(), aGoodRun());
  const observations = [drift, { ...drift, operation: 'generate-topology' as const }];
  const text = renderComparison({ ...comparison, observations }, layout);
  expect(text).toContain('  all have the same cause: scope. The seed differs: one, then other.\n  ERR-OPEN');
  expect(text.match(/The seed differs/g)).toHaveLength(1);
  const other = { ...drift, cause: 'target' as const, because: ['Both runs sent the same requests.'] };
  const each = renderComparison({ ...comparison, observations: [drift, other] }, layout);
  expect(each.match(/ {4}cause {2}(scope|target)\./g)).toHaveLength(2);
});

test("A target's words are neither commands to a terminal nor markup.", () => {
  const comparison = compared(aGoodRun(), aMixedRun(hostile));
  const text = renderComparison(comparison, layout);
  expect(text).not.toMatch(/\u001b|\u202e|^::/m);
  const markdown = comparisonMarkdown(comparison);
  expect(markdown).not.toMatch(/\u001b|\u202e|^::/m);
  expect(markdown).not.toMatch(/^ *<script>/m);
  expect(markdown).toContain('### Newly failing (2)');
});

test("The page shows the same, runs nothing, and a target's words are text in it.", () => {
  const page = comparisonPage(compared(aGoodRun(), aMixedRun(hostile)));
  expect(page).toContain('Newly failing (2)');
  expect(page).toContain('likely cause: <b>target</b>');
  expect(page).toMatch(/default-src 'none'; script-src 'none'; style-src 'sha256-/);
  expect(page).not.toMatch(/<script|<testcase| on\w+="|\u001b|\u202e/);
  expect(page).toContain('&lt;testcase name=');
});
