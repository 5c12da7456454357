import { expect, test } from 'vitest';
import { isConducted } from '../../engine/named-checks.ts';
import { runCheck } from '../../engine/run-check.ts';
import { faults } from '../../reference/faults/catalogue.ts';
import type { Fault } from '../../reference/faults/fault.ts';
import { startReference } from '../../reference/start.ts';
import { aggregateJournal } from '../../reports/report/aggregation.ts';
import type { ReportFinding } from '../../reports/report/report.ts';
import type { Effort } from '../../settings/settings.ts';
import { allChecks } from '../../specs/all.ts';
import { inSession } from '../prove/in-session.ts';
import { asRunJournal } from '../prove/prove-one.ts';

// Always, and only under: a scheme, a notation, a type of key, a value, an optional field, a connection, another kind of request.
const shown: readonly (readonly [id: string, effort: Effort])[] = [
  ['generate-topology-accepts-missing-synchronizer', 'quick'],
  ['execute-submission-rejects-origin', 'quick'],
  ['list-users-resource-version-is-an-object', 'quick'],
  ['list-users-credential-failure-has-no-media-type', 'quick'],
  ['generate-topology-fingerprint-of-p-384-is-over-x', 'quick'],
  ['execute-submission-admits-not-a-jwt-bearer', 'quick'],
  ['generate-topology-fingerprint-depends-on-threshold', 'quick'],
  ['list-users-listing-behind-a-rejected-credential-is-empty', 'quick'],
  ['execute-submission-answers-401-before-a-large-body', 'standard'],
  ['generate-topology-rejects-accept-html', 'quick'],
  ['generate-topology-admits-no-credential-api-key', 'quick'],
  ['list-users-rejects-language', 'quick'],
  ['generate-topology-party-id-has-hint-as-number', 'quick'],
];

test.each(shown)(
  'What `again` names condemns the same requirement: %s',
  { timeout: 300_000 },
  async (id, effort) => {
    const fault = faults.find((each) => each.id === id);
    if (fault === undefined) throw new Error(`There is no fault ${id}.`);
    const found = await brokenBy(fault, String(fault.operations[0]), effort);
    expect([...found.keys()].filter((each) => fault.requirements.includes(each))).not.toEqual([]);
    for (const [requirement, { replay }] of found) {
      if (!fault.requirements.includes(requirement)) continue;
      const [, only = ''] = /--only (\S+)/.exec(replay) ?? [];
      expect([...(await brokenBy(fault, only, effort)).keys()], replay).toContain(requirement);
    }
  },
);

/** The first finding of each requirement that a selection of checks condemns. */
async function brokenBy(fault: Fault, only: string, effort: Effort): Promise<Map<string, ReportFinding>> {
  const server = await startReference({ fault });
  try {
    const settings = { CONFORMANCE_EFFORT: effort, CONFORMANCE_NONCE: 'again', TARGET_PROFILE: 'document' };
    return await inSession(server, { settings }, async ({ session, journal, profile }) => {
      journal.line({ type: 'preflight', facts: session.facts });
      for (const check of allChecks) if (isConducted(only, check)) await runCheck(session, check);
      const options = { strict: false, requireAll: false, profile };
      const { results } = aggregateJournal(
        asRunJournal(journal, session.settings, profile.id),
        options,
      ).report;
      const broken = results.filter(({ outcome, level }) => outcome === 'failed' && level === 'MUST');
      return new Map(
        broken.flatMap(({ requirement, findings: [first] }) =>
          first === undefined ? [] : [[requirement, first]],
        ),
      );
    });
  } finally {
    await server.close();
  }
}
