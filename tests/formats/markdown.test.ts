import { expect, test } from 'vitest';
import { commentLimit, markdown } from '../../reports/formats/markdown.ts';
import { markdownCode } from '../../reports/formats/plain-text.ts';
import { aggregated } from '../reports/aggregated.ts';
import { hostile } from '../reports/hostile.ts';
import { aCase, aFinding, aGoodRun, withCases } from '../reports/journal-fixture.ts';
import { aMixedReport } from '../reports/mixed-report.ts';
import { viewOf } from '../reports/view.ts';
import { acting, aHostileReport, reports } from './reports-to-write.ts';

/** A text without its code spans, found as CommonMark finds them: a fence, and the next one of the same length. */
function outsideOfCode(text: string): string {
  return text.replace(/(?<!`)(`+)(?!`)[\s\S]*?(?<!`)\1(?!`)/g, '');
}

test('It says the verdict, the counts, what broke and how to see it again.', () => {
  const text = markdown(viewOf(aMixedReport()));
  expect(text).toMatch(/^## ledger-conformance: non-conformant \(\d+ of 158 MUST exercised\), 1 warning\n/);
  expect(text).toMatch(
    /^\| passed \| failed \| warned \| inconclusive \| not-exercised \| observed \| exchanges \|$/m,
  );
  expect(text).toContain(
    '### Broken\n\n- **GT-RES-PARTYID** on generate-topology (MUST, requirements/interface.md line ',
  );
  expect(text).toContain(
    'again: ` ledger-conformance run --only GT-RES-PARTYID@generate-topology --seed seed-1 --nonce n1 --output conformance-again `',
  );
  expect(text).toContain('### Warnings\n\n- **ERR-NO-5XX** on list-users');
  expect(text).toContain('### Inconclusive\n\n- **LU-SUCCESS** on list-users');
  expect(text).toContain('### Not exercised\n\n- 1: ` Set TARGET_SYNCHRONIZER_ALIAS. `');
});

test('Of several failures, the causes come first, with what passes when they are repaired.', () => {
  const broken = (['GT-RES-PARTYID', 'GT-RES-MULTIHASH'] as const).map((requirement) =>
    aCase({
      requirement,
      operation: 'generate-topology',
      findings: [
        aFinding(requirement, 'generate-topology', {
          kind: 'field-invalid',
          parameters: { field: 'x', keyword: 'required', wanted: '' },
        }),
      ],
    }),
  );
  expect(markdown(viewOf(aggregated(withCases(aGoodRun(), ...broken))))).toMatch(
    /### Causes\n\n1\. ` A field is never written.*` in GT-RES-PARTYID, GT-RES-MULTIHASH: then 2 of 2 requirements pass.*\n\n### Broken/,
  );
});

test('The summary of a run in which everything passed is a few lines.', () => {
  const text = markdown(viewOf(aggregated(aGoodRun())));
  expect(text).toContain('conformant (158 of 158 MUST)');
  expect(text).not.toContain('###');
  expect(text.length).toBeLessThan(600);
});

test.each(reports)('$name has every row of its table of one width.', ({ report }) => {
  const rows = markdown(viewOf(report()))
    .split('\n')
    .filter((line) => line.startsWith('|'));
  expect(rows).toHaveLength(3);
  expect(new Set(rows.map((row) => row.split('|').length)).size).toBe(1);
});

test('Text from a target is only in code spans, on one line.', () => {
  const text = markdown(viewOf(aHostileReport()));
  expect(text).not.toMatch(acting);
  expect(text).toContain('</testcase>');
  expect(outsideOfCode(text)).not.toMatch(/testcase|stolen|<|@|::/);
});

test.each(['`', '``` x ` y', '`x`', hostile, '', ' ', '@all #1 [a](b) ![c](d) | https://e'])(
  'What %j says stays inside of its span.',
  (words) => {
    expect(outsideOfCode(`a ${markdownCode(words)} b`)).toMatch(/^a (?:\(nothing\))? b$/);
  },
);

test('What is too long for a comment is cut behind a line, with a note.', () => {
  const long = Array.from({ length: 40 }, (_, index) =>
    aFinding('GT-RES-PARTYID', 'generate-topology', { message: `${index} ${'ü'.repeat(400)}` }),
  );
  const report = aggregated(
    withCases(
      aGoodRun(),
      aCase({ requirement: 'GT-RES-PARTYID', operation: 'generate-topology', findings: long }),
    ),
  );
  const cut = markdown(viewOf(report), 1_500);
  expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(1_500);
  expect(cut).toMatch(/\n\n… cut here; report\.json has the rest\.\n$/);
  expect(markdown(viewOf(report), commentLimit)).not.toContain('cut here');
});
