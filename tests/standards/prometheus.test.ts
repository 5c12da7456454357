import { spawnSync } from 'node:child_process';
import { beforeAll, expect, test } from 'vitest';
import { prometheus } from '../../reports/formats/metrics.ts';
import { root } from '../docs/documents.ts';
import { readExposition } from '../formats/exposition.ts';
import { reports } from '../formats/reports-to-write.ts';
import { viewOf } from '../reports/view.ts';
import { pythonWith } from './python.ts';

/** The parser of Prometheus' own client for Python. */
const parser = 'prometheus_client==0.26.0';

/** PROMTOOL names the program if it is not on the PATH. */
const promtool = process.env.PROMTOOL ?? 'promtool';
const hasPromtool = spawnSync(promtool, ['--version']).status === 0;
const reason = 'promtool is not installed; install it, or name it in PROMTOOL';

let python: string | undefined;

beforeAll(() => {
  const installed = pythonWith([parser]);
  python = installed.path;
  return installed.remove;
});

const program = `
import json, sys
from prometheus_client.parser import text_string_to_metric_families
print(json.dumps([[family.name, family.type, [[sample.labels, sample.value] for sample in family.samples]]
    for family in text_string_to_metric_families(sys.stdin.read())]))
`;

test.for(reports)(
  '$name is read by the client of Prometheus for Python as by our tests.',
  ({ report }, { skip }) => {
    if (python === undefined) skip(`Python cannot install ${parser} here`);
    const text = prometheus(viewOf(report()));
    const { stdout, stderr } = spawnSync(python ?? '', ['-c', program], { input: text, encoding: 'utf8' });
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toEqual(
      readExposition(text).map(({ name, samples }) => [
        name,
        'gauge',
        samples.map(({ labels, value }) => [labels, value]),
      ]),
    );
  },
);

test.for(reports)('promtool finds nothing in $name.', ({ report }, { skip }) => {
  if (!hasPromtool) skip(reason);
  const input = prometheus(viewOf(report()));
  const { status, stdout, stderr } = spawnSync(promtool, ['check', 'metrics'], { input, encoding: 'utf8' });
  expect([status, `${stdout}${stderr}`]).toEqual([0, '']);
  const spoilt = spawnSync(promtool, ['check', 'metrics'], { input: input.replaceAll('"', "'") });
  expect(spoilt.status).not.toBe(0);
});

test('The alerting rules raise what they are for, by promtool.', ({ skip }) => {
  if (!hasPromtool) skip(reason);
  const args = ['test', 'rules', 'tests/standards/prometheus-rules.test.yaml'];
  const { status, stdout, stderr } = spawnSync(promtool, args, { cwd: root, encoding: 'utf8' });
  expect(`${stdout}${stderr}`).toContain('SUCCESS');
  expect(status).toBe(0);
});
