import { expect, test } from 'vitest';
import { alertFile } from '../../reports/formats/github.ts';

test.each([
  [
    { GITHUB_WORKFLOW_REF: 'octo/hello/.github/workflows/gate.yml@refs/heads/main' },
    '.github/workflows/gate.yml',
  ],
  [
    { GITHUB_WORKFLOW_REF: 'octo/hello/.github/workflows/gate.yml@refs/pull/1/merge@x' },
    '.github/workflows/gate.yml',
  ],
  [{ CI_CONFIG_PATH: '.gitlab-ci.yml' }, '.gitlab-ci.yml'],
  [{ CI_CONFIG_PATH: 'ci.yml@group/templates' }, '.env'],
  [{ CI_CONFIG_PATH: 'https://gitlab.example/ci.yml' }, '.env'],
  [{ GITHUB_WORKFLOW_REF: '' }, '.env'],
  [{}, '.env'],
])('With %j, alerts point to %s.', (environment, file) => {
  expect(alertFile(environment)).toBe(file);
});
