import type { CaseRecord } from '../../journal/record.ts';
import type { Profile } from '../../profiles/profile.ts';
import { requirement as entry } from '../../requirements/catalogue.ts';
import type { ClassifiedRecord, Together } from '../recorded/recorded-operation.ts';
import { judgeRelations, relationRequirements } from './relations.ts';

/** Compares the answers to faultless requests: their keys have the same encoding, so equal keys are equal texts. */
export function judgeRecordedRelations(records: readonly ClassifiedRecord[], profile: Profile): Together {
  const requirement = entry('GT-FINGERPRINT-FUNCTION');
  const record: CaseRecord = {
    id: 'generate-topology',
    requirement: requirement.id,
    operation: 'generate-topology',
    judge: 1,
    kind: 'recorded',
    name: 'all faultless requests of the recording',
    wrong: 'valid',
    credential: 'valid',
    facts: {},
    attempts: records
      .filter(({ faults }) => faults.length === 0)
      .map(({ exchange }, index) => ({ role: 'probe', ordinal: index + 1, attempt: 1, exchange })),
  };
  const { judged, findings, observations } = judgeRelations(record, { requirement, profile });
  // Each answer on its own is judged with its own record.
  return {
    judged: Object.fromEntries(Object.entries(judged).filter(([id]) => relationRequirements.includes(id))),
    findings: findings.filter(({ requirement: id }) => relationRequirements.includes(id)),
    observations: observations.filter(({ id }) => id === 'GT-OPEN-DETERMINISM'),
  };
}
