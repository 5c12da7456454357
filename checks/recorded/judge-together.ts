import type { Judgement } from '../../journal/judgement.ts';
import type { CaseRecord } from '../../journal/record.ts';
import type { Profile } from '../../profiles/profile.ts';
import { requirement as entry } from '../../requirements/catalogue.ts';
import { judgeRelations } from '../generate-topology/relations.ts';
import { judgeSubmissions } from './judge-submissions.ts';
import type { RecordedExchange } from './recorded-exchange.ts';

/** What holds between answers: the same key, the same fingerprint, and so on (rulings 8 to 10). */
const relations: readonly string[] = [
  'GT-FINGERPRINT-FUNCTION',
  'GT-FINGERPRINT-DISTINCT',
  'GT-MULTIHASH-BOUND',
  'GT-ENTRY-DISTINCT',
  'GT-OPEN-DETERMINISM',
];

/**
 * Judges the answers of generate-topology, and accepted submissions, against each other.
 * @param submissions all that were sent to execute
 * @param records requests without any fault: their keys are in one form, so that equal keys are equal texts.
 */
export function judgeTogether(
  records: readonly RecordedExchange[],
  submissions: readonly RecordedExchange[],
  profile: Profile,
): Judgement {
  const requirement = entry('GT-FINGERPRINT-FUNCTION');
  const record: CaseRecord = {
    id: 'generate-topology',
    requirement: requirement.id,
    operation: 'generate-topology',
    judge: 1,
    kind: 'recorded',
    name: 'all good requests of the recording',
    wrong: 'valid',
    credential: 'valid',
    facts: {},
    attempts: records.map(({ exchange }, index) => ({
      role: 'probe',
      ordinal: index + 1,
      attempt: 1,
      exchange,
    })),
  };
  const { judged, findings, observations } = judgeRelations(record, { requirement, profile });
  // Each answer by itself is judged with its own record.
  return {
    judged: Object.fromEntries(Object.entries(judged).filter(([id]) => relations.includes(id))),
    findings: [
      ...findings.filter(({ requirement: id }) => relations.includes(id)),
      ...judgeSubmissions(submissions),
    ],
    observations: observations.filter(({ id }) => id === 'GT-OPEN-DETERMINISM'),
    unanswered: [],
    undecided: [],
    recovered: 0,
    control: 'none',
  };
}
