import { definitionOf } from '../../operations/operations.ts';
import { evidenceFor } from '../../reports/replay/evidence.ts';
import type { Report } from '../../reports/report/report.ts';

/**
 * A mistake that shows only during a run: every valid submission was rejected, so the configured execute bodies may no
 * longer be valid. Returns a sentence with cause and remedy, or nothing.
 */
export function refusedBodies(report: Report, folder: string): string[] {
  const success = report.results.find(({ requirement, operation }) => {
    const { success, validControl } = definitionOf(operation);
    return validControl === 'last' && requirement === success.requirement;
  });
  if (success?.outcome !== 'failed' || report.target.kind === 'reference') return [];
  const evidence = evidenceFor({ ...report, results: [success] }, [folder]);
  const statuses = success.findings.flatMap(({ exchanges }) =>
    exchanges.map((id) => evidence.exchange(id)?.answer?.status ?? 0),
  );
  if (statuses.length === 0 || !statuses.every((status) => status >= 400 && status < 500)) return [];
  const cause = statuses.every((status) => status === 409)
    ? 'it has probably been used already, and a target may accept each prepared transaction only once'
    : 'it may have been used already, be too old, or be signed by a party that the target does not know';
  return [
    `The target rejected every valid submission of TARGET_EXECUTE_REQUEST with ${[...new Set(statuses)].join(' and ')}: ${cause}. Prepare and sign a new one, or let TARGET_PROVISIONER do it.`,
  ];
}
