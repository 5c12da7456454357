import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'vitest';
import { faults } from '../../reference/faults/catalogue.ts';
import { startReference } from '../../reference/start.ts';
import { readReport } from '../../reports/report/report-file.ts';
import { command, emptyFolder } from '../cli/command.ts';

/** One fault of each group of the catalogue, through the real command as a gate would run it. */
const sample = [
  'generate-topology-accepts-missing-synchronizer',
  'generate-topology-refuses-hint-of-60-characters',
  'generate-topology-party-id-lacks-hint',
  'execute-submission-accepts-long-submission-id',
  'execute-submission-refuses-user-id',
  'execute-submission-refuses-valid-api-key',
  'list-users-refuses-token-of-its-own',
  'list-users-refuses-empty-token',
  'list-users-refuses-valid-bearer',
  'generate-topology-party-id-has-hint-in-lower-case',
];

test.concurrent.for(sample)(
  'run ends with status 1 on a server with the fault %s, and names what it broke.',
  { timeout: 900_000 },
  async (id, { expect, onTestFinished }) => {
    const fault = faults.find((each) => each.id === id);
    if (fault === undefined) throw new Error(`There is no fault ${id} any more; name another of its group.`);
    const server = await startReference({ fault });
    onTestFinished(() => server.close());
    const cwd = emptyFolder(onTestFinished);
    writeFileSync(join(cwd, 'body.json'), JSON.stringify(server.executeRequest));
    const settings = {
      ...server.environment,
      TARGET_EXECUTE_REQUEST: 'body.json',
      TARGET_TIMEOUT_MS: '1000',
    };
    const only = fault.operations.join(',');
    const { status, stdout } = await command(['run', '--effort', 'quick', '--only', only], { cwd, settings });
    const failed = readReport(join(cwd, 'conformance-results')).results.filter(
      ({ outcome }) => outcome === 'failed',
    );
    expect(
      failed.map(({ requirement }) => requirement).filter((each) => fault.requirements.includes(each)),
    ).not.toEqual([]);
    expect(stdout).toContain('non-conformant');
    expect(status).toBe(1);
  },
);
