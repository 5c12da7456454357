import { expect, test } from 'vitest';
import { annotations, command } from '../../reports/formats/github.ts';
import type { Report } from '../../reports/report/report.ts';
import { aggregated } from '../reports/aggregated.ts';
import { hostile } from '../reports/hostile.ts';
import { aCase, aFinding, aGoodRun, judgedPairs, withCases } from '../reports/journal-fixture.ts';
import { aMixedReport } from '../reports/mixed-report.ts';
import { viewOf } from '../reports/view.ts';
import { acting, aHostileReport, reports } from './reports-to-write.ts';

interface Command {
  readonly kind: string;
  readonly properties: Readonly<Record<string, string>>;
  readonly text: string;
}

/** Reads a line as GitHub's runner does: what stands between the first two `::`, and what stands behind. */
function read(line: string): Command {
  const [, kind = '', properties = '', text = ''] =
    /^::([a-z]+) ?(.*?)::(.*)$/.exec(line) ?? expect.fail(line);
  const pairs = properties.split(',').map((pair) => {
    const at = pair.indexOf('=');
    return [
      pair.slice(0, at),
      decoded(pair.slice(at + 1))
        .replaceAll('%3A', ':')
        .replaceAll('%2C', ','),
    ];
  });
  return { kind, properties: Object.fromEntries(pairs), text: decoded(text) };
}

function decoded(text: string): string {
  return text.replaceAll('%0D', '\r').replaceAll('%0A', '\n').replaceAll('%25', '%');
}

const commandsOf = (report: Report): Command[] => annotations(viewOf(report), '.env').map(read);

test.each(reports)(
  '$name makes commands that are one line each, with the known properties alone.',
  ({ report }) => {
    for (const line of annotations(viewOf(report()), '.env')) {
      expect(line).not.toMatch(/[\r\n]/);
      const { kind, properties } = read(line);
      expect(['error', 'warning']).toContain(kind);
      expect(['file,line,title', 'title']).toContain(Object.keys(properties).join());
    }
  },
);

test('A run in which everything passed has no annotations.', () => {
  expect(annotations(viewOf(aggregated(aGoodRun())), '.env')).toEqual([]);
});

test('A broken MUST is an error in the given file, with its clause; a broken SHOULD and an open MUST are warnings.', () => {
  const [ended, broken, ...warnings] = commandsOf(aMixedReport());
  expect(ended?.properties.title).toMatch(
    /^non-conformant \(\d+ of 158 MUST exercised\), 1 warning; exit status 1$/,
  );
  expect(broken).toMatchObject({
    kind: 'error',
    properties: { file: '.env', line: '1', title: 'GT-RES-PARTYID on generate-topology failed' },
  });
  expect(broken?.text).toContain('The document says: ');
  expect(broken?.text).toContain('Again: ledger-conformance run --only GT-RES-PARTYID@generate-topology');
  expect(warnings.map(({ kind, properties }) => `${kind} ${properties.title}`)).toEqual([
    'warning LU-SUCCESS on list-users inconclusive',
    'warning ERR-NO-5XX on list-users warned',
  ]);
});

test('There are at most ten of each kind, and the last says how many more there are.', () => {
  const pairs = judgedPairs.filter(({ requirement }) => /^GT-RE/.test(requirement));
  const cases = pairs.map((pair) =>
    aCase({ ...pair, findings: [aFinding(pair.requirement, pair.operation)] }),
  );
  const report = aggregated(withCases(aGoodRun(), ...cases));
  expect(report.counts.failed).toBeGreaterThan(12);
  const errors = commandsOf(report).filter(({ kind }) => kind === 'error');
  expect(errors).toHaveLength(10);
  expect(errors.at(-1)?.properties.title).toBe(`${report.counts.failed - 8} more`);
});

test('Text from a target cannot start or end a command or set a property.', () => {
  expect(annotations(viewOf(aHostileReport()), '.env').join('\n')).not.toMatch(acting);
  const title = 'x::error file=y,line=1::%0A::set-output';
  const written = command('error', { title }, `${hostile}\r\n::stop-commands::x`);
  expect(written).not.toMatch(/[\r\n]/);
  const { kind, properties, text } = read(written);
  expect(kind).toBe('error');
  expect(properties).toEqual({ title });
  expect(text).not.toMatch(/^\s*::/m);
});
