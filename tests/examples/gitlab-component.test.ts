import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { expect, onTestFinished, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import packageJson from '../../package.json' with { type: 'json' };
import { startReference } from '../../reference/start.ts';
import { emptyFolder } from '../cli/command.ts';
import { textOf } from '../docs/documents.ts';
import { schemaBytes } from '../formats/published.ts';
import { inAShell, provideCommands } from './in-a-shell.ts';

interface Job {
  readonly variables: Readonly<Record<string, string>>;
  readonly script: readonly string[];
}

const text = textOf('templates/conformance.yml');
const [header = '', content = ''] = text.split('\n---\n');
const { inputs } = (
  parse(header) as { spec: { inputs: Record<string, { default: string; description: string }> } }
).spec;

/** The jobs of a pipeline that includes the component with these inputs: GitLab puts them into the values of the YAML. */
function includedWith(given: Readonly<Record<string, string>> = {}): Record<string, Job> {
  const json = JSON.stringify(parse(content));
  const filled = json.replace(/\$\[\[ inputs\.(\w+) \]\]/g, (_, name: string) => {
    const value = given[name] ?? inputs[name]?.default;
    if (value === undefined) throw new Error(`${name} is no input.`);
    return JSON.stringify(value).slice(1, -1);
  });
  return JSON.parse(filled) as Record<string, Job>;
}

function jobOf(given?: Readonly<Record<string, string>>): Job {
  const [job] = Object.values(includedWith(given));
  if (job === undefined) throw new Error('There is no job.');
  return job;
}

const check = new Ajv({ strict: false, unicodeRegExp: false, logger: false }).compile(
  JSON.parse(schemaBytes('gitlab-ci.schema.json').toString()) as object,
);

test('Both documents of the component are of the schema of GitLab, and mistakes in them would be seen.', () => {
  expect(parseAllDocuments(text)).toHaveLength(2);
  expect(check(parse(header))).toBe(true);
  expect(check(parse(header.replace('inputs:', 'input:')))).toBe(false);
  expect(check(includedWith())).toBe(true);
  expect(check({ job: { ...jobOf(), artifacts: { when: 'perhaps' } } })).toBe(false);
});

test('Every input has a description and a default, and is used.', () => {
  const used = [...content.matchAll(/\$\[\[ inputs\.(\w+) \]\]/g)].map(([, name]) => name);
  expect(new Set(used)).toEqual(new Set(Object.keys(inputs)));
  for (const { description, default: value } of Object.values(inputs)) {
    expect(description).toMatch(/\.$/);
    expect(value).toBeTypeOf('string');
  }
  expect(inputs.package?.default).toBe(`${packageJson.name}@${packageJson.version}`);
});

test('No input is part of a command.', () => {
  const [job] = Object.values(parse(content) as Record<string, Job>);
  expect(job?.script.join('\n')).toContain('ledger-conformance run --require-target');
  expect(job?.script.join('\n')).not.toContain('inputs.');
});

test('The job installs the package, tests the target with the options, and has the status of the run.', {
  timeout: 90_000,
}, async () => {
  const cwd = emptyFolder();
  provideCommands(cwd, '--effort quick');
  const server = await startReference();
  onTestFinished(() => server.close());
  const job = jobOf({ options: '--only LU-SUCCESS,LU-* --strict', output: 'results' });
  // A pattern in an option would become this name.
  const script = `touch LU-SUCCESS,LU-x; ${job.script.join('\n')}`;
  const broken = await inAShell(cwd, script, { ...server.environment, ...job.variables });
  expect(broken.stderr).toContain('LU-*');
  expect(broken.status).toBe(2);
  const right = jobOf({ options: '--only LU-SUCCESS --strict', output: 'results' });
  const ran = await inAShell(cwd, right.script.join('\n'), { ...server.environment, ...right.variables });
  expect(ran.stdout).toMatch(/^suite=ledger-conformance .* status=0 /m);
  expect(ran.status).toBe(0);
  expect(existsSync(join(cwd, 'results/junit.xml'))).toBe(true);
  expect(readFileSync(join(cwd, 'npm.log'), 'utf8')).toContain(
    `install --global --no-audit --no-fund --ignore-scripts ledger-conformance@${packageJson.version}`,
  );
  const lost = await inAShell(cwd, right.script.join('\n'), right.variables);
  expect(lost.status).toBe(2);
});
