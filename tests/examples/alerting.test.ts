import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { logfmt, prometheus } from '../../reports/formats/metrics.ts';
import { textOf } from '../docs/documents.ts';
import { type Family, readExposition } from '../formats/exposition.ts';
import { aMixedReport } from '../reports/mixed-report.ts';
import { viewOf } from '../reports/view.ts';
import { aWaivedReport } from '../reports/waived-report.ts';

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly annotations: { readonly summary: string };
}

const { groups } = parse(textOf('examples/alerting/prometheus-rules.yaml')) as {
  groups: readonly [{ readonly rules: readonly Rule[] }];
};
const [{ rules }] = groups;

/** Every metric that there is, by name. */
const metrics = new Map<string, Family>(
  readExposition(prometheus(viewOf(aWaivedReport()))).map((family) => [family.name, family]),
);

const metricIn = (expr: string): string => /ledger_conformance_\w+/.exec(expr)?.[0] ?? '';
const labelsOf = (name: string) => Object.keys(metrics.get(name)?.samples[0]?.labels ?? {});

test.each(rules)(
  '$alert is about a metric that is written, and labels that it has.',
  ({ expr, annotations }) => {
    const name = metricIn(expr);
    expect([...metrics.keys()]).toContain(name);
    const matchers = [...(/\{(.*)\}/.exec(expr)?.[1] ?? '').matchAll(/(\w+)=/g)];
    const shown = [...annotations.summary.matchAll(/\$labels\.(\w+)/g)];
    expect(labelsOf(name)).toEqual(expect.arrayContaining([...matchers, ...shown].map(([, label]) => label)));
  },
);

test('The states of waivers that raise an alert are those that fail the gate, and the one that will.', () => {
  const expr = rules.find(({ alert }) => alert === 'LedgerConformanceWaiver')?.expr ?? '';
  const states = metrics.get('ledger_conformance_waivers')?.samples.map(({ labels }) => labels.state);
  const raising = /state=~"([^"]+)"/.exec(expr)?.[1]?.split('|') ?? [];
  expect(raising).toHaveLength(5);
  expect(states).toEqual(expect.arrayContaining(raising));
});

const page = textOf('docs/nightly.md');

test('The page lists every metric with its labels, and no other.', () => {
  const rows = [...page.matchAll(/^\| `(ledger_conformance_\w+)` +\| ([^|]+)\|/gm)];
  const listed = rows.map(([, name, labels = '']) => [
    name,
    labels.split(':')[0]?.match(/(?<=`)\w+(?=`)/g) ?? [],
  ]);
  expect(listed).toEqual(
    [...metrics.keys()].map((name) => [
      name,
      labelsOf(name).filter((label) => label !== 'target' && label !== 'profile'),
    ]),
  );
});

test('The line on the page has the keys of a real one, and its grep finds it.', () => {
  const shown = /^suite=ledger-conformance .*$/m.exec(page)?.[0] ?? '';
  const real = logfmt(viewOf(aMixedReport()));
  const keys = (line: string): unknown[] => [...line.matchAll(/(?:^| )([a-z]+)=/g)].map(([, key]) => key);
  expect(keys(shown)).toEqual(keys(real));
  const [, pattern = 'none'] = /grep '(\^suite=.* status=[^']+)'/.exec(page) ?? [];
  expect(real).toMatch(new RegExp(pattern));
});
