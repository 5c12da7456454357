import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { emptyFolder } from '../cli/command.ts';
import { textOf } from '../docs/documents.ts';
import { schemaBytes } from '../formats/published.ts';
import { inAShell, provideCommands } from './in-a-shell.ts';
import { component, componentWith, includedWith } from './pipelines.ts';

const { header, content, inputs } = component;
const given = { package: './suite.tgz' };

const check = new Ajv({ strict: false, unicodeRegExp: false, logger: false }).compile(
  JSON.parse(schemaBytes('gitlab-ci.schema.json').toString()) as object,
);

test('Both documents of the component are of the schema of GitLab, and mistakes in them would be seen.', () => {
  expect(parseAllDocuments(textOf('templates/conformance.yml'))).toHaveLength(2);
  expect(check(parse(header))).toBe(true);
  expect(check(parse(header.replace('inputs:', 'input:')))).toBe(false);
  const jobs = includedWith(given);
  expect(check(jobs)).toBe(true);
  expect(check({ job: { ...Object.values(jobs)[0], artifacts: { when: 'perhaps' } } })).toBe(false);
});

test('Every input has a description and is used, and only the package has no default.', () => {
  const used = [...content.matchAll(/\$\[\[ inputs\.(\w+) \]\]/g)].map(([, name]) => name);
  expect(new Set(used)).toEqual(new Set(Object.keys(inputs)));
  for (const { description } of Object.values(inputs)) expect(description).toMatch(/\.$/);
  expect(Object.keys(inputs).filter((name) => inputs[name]?.default === undefined)).toEqual(['package']);
});

test('No input is part of a command.', () => {
  const [job] = Object.values(parse(content) as Record<string, { script: readonly string[] }>);
  expect(job?.script.join('\n')).toContain('ledger-conformance run --require-target');
  expect(job?.script.join('\n')).not.toContain('inputs.');
});

test('A pattern in an option does not become the name of a file.', async () => {
  const cwd = emptyFolder();
  provideCommands(cwd, '--effort quick');
  writeFileSync(join(cwd, 'LU-SUCCESS,LU-x'), '');
  const { scripts, variables } = componentWith({ ...given, options: '--only LU-SUCCESS,LU-*' });
  const { stderr, status } = await inAShell(cwd, scripts[0] ?? '', {
    TARGET_BASE_URL: 'http://127.0.0.1:1',
    TARGET_TOKEN: 'none',
    ...variables,
  });
  expect(stderr).toContain('LU-*');
  expect(status).toBe(2);
});
