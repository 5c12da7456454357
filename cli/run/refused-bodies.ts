import { definitionOf } from '../../operations/operations.ts';
import { evidenceFor } from '../../reports/replay/evidence.ts';
import type { Report } from '../../reports/report/report.ts';

/**
 * A likely mistake that only a run shows: every valid submission was refused, so that the configured execute bodies may
 * not be good any more. A sentence with cause and remedy, or none.
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
    ? 'it looks used already, and a target may take each prepared transaction once'
    : 'it may be used already, too old, or signed by a party that is not known there';
  return [
    `The execute body in TARGET_EXECUTE_REQUEST was refused with ${[...new Set(statuses)].join(' and ')} in every valid submission: ${cause}. Prepare and sign a new one, or let TARGET_PROVISIONER do it.`,
  ];
}
