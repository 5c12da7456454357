import type { Report } from '../../reports/report/report.ts';
import { aggregated } from './aggregated.ts';
import { aCase, aCheck, aFinding, aGoodRun, type Run, withCases, withCheck } from './journal-fixture.ts';

const gt = 'generate-topology';
const lu = 'list-users';

/** A run with a broken MUST, a broken SHOULD, a requirement that is inconclusive and one that was not exercised. */
export function aMixedRun(message = 'the answer is not what it must be'): Run {
  const cases = [
    aCase({
      requirement: 'GT-RES-PARTYID',
      operation: gt,
      findings: [aFinding('GT-RES-PARTYID', gt, { message, actual: message })],
    }),
    aCase({ requirement: 'ERR-NO-5XX', operation: lu, findings: [aFinding('ERR-NO-5XX', lu, { message })] }),
  ];
  const checks = [
    aCheck('LU-SUCCESS', lu, 'inconclusive', message),
    aCheck('GT-SYNC-ALIAS', gt, 'not-exercised', 'Set TARGET_SYNCHRONIZER_ALIAS.'),
  ];
  return checks.reduce(withCheck, withCases(aGoodRun(), ...cases));
}

export function aMixedReport(message?: string): Report {
  return aggregated(aMixedRun(message));
}
