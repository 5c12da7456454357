import { submissionId } from '../../generators/execute-submission.ts';
import { underSubmissionId } from '../../generators/execute-violations.ts';
import type { Violation } from '../../generators/violation.ts';
import { violations } from '../../generators/violations.ts';
import { matchesPointer } from '../../json/json-pointer.ts';
import type { Check } from '../../session/check.ts';
import type { Conductor } from '../../session/conductor.ts';
import { judgeAnswers } from '../answers/judge-answers.ts';
import { fromViolation } from '../conduct/from-violation.ts';
import { bodyAt, fullBodyAt } from './bodies.ts';
import { conductRefused } from './refused.ts';

interface Row {
  readonly requirement: string;
  readonly pointers: readonly string[];
  readonly keywords?: readonly string[];
}

const entry = '/partySignatures/signatures/*';
const signature = `${entry}/signatures/*`;

/** Which requirement forbids which violations of the request's schema (tables Execute-submission request, partySignatures, deduplicationPeriod). */
const rows: readonly Row[] = [
  { requirement: 'EX-REQ-PREPAREDTRANSACTION', pointers: ['/preparedTransaction'] },
  { requirement: 'EX-REQ-PARTYSIGNATURES', pointers: ['/partySignatures'] },
  { requirement: 'EX-REQ-SUBMISSIONID', pointers: ['/submissionId'], keywords: ['required', 'null', 'type'] },
  {
    requirement: 'EX-REQ-SUBMISSIONID-LEDGERSTRING',
    pointers: ['/submissionId'],
    keywords: ['pattern', 'maxLength'],
  },
  {
    requirement: 'EX-REQ-HASHINGSCHEME',
    pointers: ['/hashingSchemeVersion'],
    keywords: ['required', 'null', 'type'],
  },
  { requirement: 'EX-REQ-HASHINGSCHEME-ENUM', pointers: ['/hashingSchemeVersion'], keywords: ['enum'] },
  { requirement: 'EX-REQ-DEDUPLICATION', pointers: ['/deduplicationPeriod'] },
  { requirement: 'EX-REQ-USERID', pointers: ['/userId'] },
  { requirement: 'EX-REQ-MINLEDGERTIME', pointers: ['/minLedgerTime'] },
  {
    requirement: 'EX-PS-SIGNATURES',
    pointers: ['/partySignatures/signatures', entry],
    keywords: ['required', 'null', 'type', 'minItems'],
  },
  { requirement: 'EX-PS-PARTY', pointers: [`${entry}/party`] },
  { requirement: 'EX-PS-PARTY-SIGNATURES', pointers: [`${entry}/signatures`, signature] },
  { requirement: 'EX-PS-FORMAT', pointers: [`${signature}/format`] },
  { requirement: 'EX-PS-SIGNATURE', pointers: [`${signature}/signature`] },
  { requirement: 'EX-PS-SIGNEDBY', pointers: [`${signature}/signedBy`] },
  { requirement: 'EX-PS-ALGORITHM', pointers: [`${signature}/signingAlgorithmSpec`] },
  {
    requirement: 'EX-SINGLE-PARTY',
    pointers: ['/partySignatures/signatures', entry],
    keywords: ['party-count'],
  },
  { requirement: 'EX-DEDUP-SECONDS', pointers: ['/deduplicationPeriod/DeduplicationDuration/value/seconds'] },
  { requirement: 'EX-DEDUP-NANOS', pointers: ['/deduplicationPeriod/DeduplicationDuration/value/nanos'] },
];

/** The requirement that wants a violation refused; undefined where the document leaves it open. */
export function requirementOfViolation({ verdict, pointer, keyword }: Violation): string | undefined {
  if (verdict !== 'refuse') return undefined;
  return rows.find(
    (row) =>
      row.pointers.some((pattern) => matchesPointer(pattern, pointer)) &&
      (row.keywords?.includes(keyword) ?? true),
  )?.requirement;
}

/** One fault in one field, always answered by the JSON error object (ruling 14). */
export const requestFieldChecks: readonly Check[] = rows.map((row) => ({
  requirement: row.requirement,
  operation: 'execute-submission',
  version: 1,
  judge: judgeAnswers,
  conduct: (conductor) => conductRow(conductor, row),
}));

async function conductRow(conductor: Conductor, { requirement, pointers, keywords }: Row): Promise<void> {
  const faultyOf = (index: number) => {
    // Every other round with the optional fields: a fault may be overlooked only beside them.
    const { body, ...known } = index % 2 === 0 ? bodyAt(conductor, index) : fullBodyAt(conductor, index);
    const here = (place: string): boolean => pointers.some((pattern) => matchesPointer(pattern, place));
    const derived = violations('execute-submission.request', body, here).filter(
      ({ verdict, keyword }) => verdict === 'refuse' && (keywords?.includes(keyword) ?? true),
    );
    return derived.map((violation, at) => {
      const id = submissionId(conductor.seed, conductor.nonce, `${requirement}/${index}/${at}`);
      return { ...fromViolation(underSubmissionId(violation, id)), ...known };
    });
  };
  const first = faultyOf(0);
  const rounds = conductor.effort === 'quick' ? 1 : Math.max(2, conductor.rounds(first.length));
  const all = [first, ...Array.from({ length: rounds - 1 }, (_, index) => faultyOf(index + 1))].flat();
  await conductRefused(conductor, all);
}
