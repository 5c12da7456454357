import type { Report } from '../../reports/report/report.ts';
import type { Operation } from '../../requirements/requirement.ts';
import type { Waiver } from '../../settings/waiver.ts';
import { aggregated } from './aggregated.ts';
import { aCase, aCheck, aFinding, aGoodRun, type Run, withCases, withCheck } from './journal-fixture.ts';

/** What a waiver of these tests expects; runs of the fixture end on 2026-01-02. */
export const expected = 'the answer is not what it must be';

export function aWaiver(requirement: string, parts: Partial<Waiver> = {}): Waiver {
  return {
    requirement,
    finding: expected,
    reason: 'The release that corrects it is on its way.',
    owner: 'the ledger team',
    issue: 'https://tracker.example/LEDGER-7',
    created: '2025-12-20',
    expires: '2026-02-28',
    ...parts,
  };
}

/** A good run in which these requirements fail. */
export function aRunFailing(
  ...failures: readonly (readonly [requirement: string, operation: Operation, ...messages: string[]])[]
): Run {
  return withCases(
    aGoodRun(),
    ...failures.map(([requirement, operation, ...messages]) =>
      aCase({
        requirement,
        operation,
        findings: (messages.length === 0 ? [expected] : messages).map((message) =>
          aFinding(requirement, operation, { message }),
        ),
      }),
    ),
  );
}

/** A report in which a waiver is in each state that there is. */
export function aWaivedReport(): Report {
  return aggregated(aWaivedRun());
}

/** The run of that report. */
export function aWaivedRun(): Run {
  const run = aRunFailing(
    ['GT-RES-PARTYID', 'generate-topology'],
    ['GT-SUCCESS', 'generate-topology'],
    ['LU-SUCCESS', 'list-users'],
    ['EX-BODY', 'execute-submission', 'something else altogether'],
    ['ERR-NO-5XX', 'list-users'],
  );
  const waivers = [
    aWaiver('GT-RES-PARTYID'),
    aWaiver('GT-SUCCESS', { expires: '2026-01-16' }),
    aWaiver('LU-SUCCESS', { expires: '2026-01-01' }),
    aWaiver('LU-PAGE-SIZE'),
    aWaiver('EX-BODY'),
    aWaiver('GT-NONE-SUCH'),
    aWaiver('GT-SYNC-ALIAS'),
    aWaiver('ERR-NO-5XX', { operation: 'list-users' }),
  ];
  const check = aCheck(
    'GT-SYNC-ALIAS',
    'generate-topology',
    'not-exercised',
    'Set TARGET_SYNCHRONIZER_ALIAS.',
  );
  return { ...withCheck(run, check), waivers };
}
