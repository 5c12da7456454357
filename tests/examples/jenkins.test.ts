import { expect, test } from 'vitest';
import { textOf } from '../docs/documents.ts';
import { jenkins } from './pipelines.ts';

const text = textOf('examples/ci/Jenkinsfile');

test('What opens in the Jenkinsfile is closed in order, and its directives are those of a declarative pipeline.', () => {
  const code = text.replace(/^\s*\/\/.*$/gm, '').replace(/'''[\s\S]*?'''|'[^']*'|"[^"]*"/g, "''");
  const open: string[] = [];
  for (const [bracket] of code.matchAll(/[()[\]{}]/g)) {
    const opening = { ')': '(', ']': '[', '}': '{' }[bracket];
    if (opening === undefined) open.push(bracket);
    else expect(open.pop()).toBe(opening);
  }
  expect(open).toEqual([]);
  const directives = [...code.matchAll(/^ {2}(\w+) \{/gm)].map(([, name]) => name);
  expect(directives).toEqual(['agent', 'options', 'environment', 'stages']);
});

test('The token is there only for the test.', () => {
  const [before = '', after = ''] = text.split('withCredentials');
  expect(before).not.toContain('TARGET_TOKEN');
  expect(after).toContain("variable: 'TARGET_TOKEN'");
});

test('The report of failures is read where the run writes it.', () => {
  const [, junit] = /junit testResults: '([^']+)'/.exec(text) ?? [];
  const { variables, kept } = jenkins();
  expect(junit).toBe(`${variables.CONFORMANCE_OUTPUT}/junit.xml`);
  expect(kept).toBe(`${variables.CONFORMANCE_OUTPUT}/`);
});

test('The statuses 1, 3 and the others are told apart.', () => {
  expect(text).toMatch(/if \(status == 1\) \{\s+error 'The target is not conformant\.'/);
  expect(text).toMatch(/else if \(status == 3\) \{[^}]*catchError\(buildResult: 'UNSTABLE'/);
  expect(text).toMatch(/else if \(status != 0\) \{\s+error "/);
});
