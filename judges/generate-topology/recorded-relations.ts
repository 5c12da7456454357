import type { CaseRecord } from '../../journal/record.ts';
import type { Profile } from '../../profiles/profile.ts';
import { requirement } from '../../requirements/catalogue.ts';
import { allowedTogether } from '../recorded/allowed-answers.ts';
import { isAmbiguous } from '../recorded/fault.ts';
import type { ClassifiedRecord, Together } from '../recorded/recorded-operation.ts';
import { judgeRelations, relationRequirements } from './relations.ts';

/** Compares the successes of requests that may succeed, as those of a run are compared (ruling 40). */
export function judgeRecordedRelations(records: readonly ClassifiedRecord[], profile: Profile): Together {
  const success = requirement('GT-SUCCESS');
  const record: CaseRecord = {
    id: 'generate-topology',
    requirement: success.id,
    operation: 'generate-topology',
    judge: 1,
    kind: 'recorded',
    name: 'all requests of the recording that may succeed',
    wrong: 'valid',
    credential: 'valid',
    facts: {},
    attempts: records
      .filter((each) => maySucceed(each, profile))
      .map(({ exchange }, index) => ({ role: 'probe', ordinal: index + 1, attempt: 1, exchange })),
  };
  const { judged, findings, observations } = judgeRelations(record, { requirement: success, profile });
  // Each answer on its own is judged with its own record.
  return {
    judged: Object.fromEntries(Object.entries(judged).filter(([id]) => relationRequirements.includes(id))),
    findings: findings.filter(({ requirement: id }) => relationRequirements.includes(id)),
    observations: observations.filter(({ id }) => id === 'GT-OPEN-DETERMINISM'),
  };
}

/** A valid request, or one that the document leaves open and that can be read in one way only. */
function maySucceed({ exchange, faults }: ClassifiedRecord, profile: Profile): boolean {
  if (faults.length === 0) return true;
  if (faults.some(isAmbiguous)) return false;
  const request = { operation: 'generate-topology', profile, body: exchange.request.body } as const;
  return allowedTogether(faults, request)?.includes('success') === true;
}
