import type { RequestStem } from '../../generators/violations.ts';
import { matchesPointer } from '../../json/json-pointer.ts';

interface Row {
  readonly requirement: string;
  readonly keywords: readonly string[];
  readonly pointers?: readonly string[];
}

const duration = '/deduplicationPeriod/DeduplicationDuration/value';
const durationFields = [`${duration}/seconds`, `${duration}/nanos`];
const anySignature = ['/partySignatures/signatures/*', '/partySignatures/signatures/*/**'];

/** Which requirement observes which deviation from the request's schema; the first row that fits counts. */
const rows: Readonly<Partial<Record<RequestStem, readonly Row[]>>> = {
  'generate-topology.request': [
    { requirement: 'GT-OPEN-EMPTY-STRING', keywords: ['empty'] },
    { requirement: 'GT-OPEN-NULL-OPTIONAL', keywords: ['null'] },
    { requirement: 'GT-OPEN-THRESHOLD-FLOAT', keywords: ['integral-float'] },
    { requirement: 'GT-OPEN-UNKNOWN-MEMBER', keywords: ['unknown-member'] },
  ],
  'execute-submission.request': [
    { requirement: 'EX-OPEN-SUBMISSIONID-EMPTY', keywords: ['empty'], pointers: ['/submissionId'] },
    { requirement: 'EX-OPEN-EMPTY-STRING', keywords: ['empty'] },
    { requirement: 'EX-OPEN-DEDUP-DIGITS', keywords: ['type'], pointers: durationFields },
    { requirement: 'EX-OPEN-DEDUP-FLOAT', keywords: ['integral-float'] },
    {
      requirement: 'EX-OPEN-DEDUPLICATION-ABSENT',
      keywords: ['required'],
      pointers: ['/deduplicationPeriod'],
    },
    {
      requirement: 'EX-OPEN-DEDUPLICATION-VARIANTS',
      keywords: ['required', 'null', 'type', 'unknown-member'],
      pointers: ['/deduplicationPeriod/*', `${duration}`, `${duration}/*`],
    },
    {
      requirement: 'EX-OPEN-MINLEDGERTIME-SHAPE',
      keywords: ['required', 'null', 'type'],
      pointers: ['/minLedgerTime/time'],
    },
    { requirement: 'EX-OPEN-SIGNATURE-FIELDS', keywords: ['required', 'null'], pointers: anySignature },
    { requirement: 'EX-OPEN-NULL-OPTIONAL', keywords: ['null'] },
    { requirement: 'EX-OPEN-UNKNOWN-MEMBER', keywords: ['unknown-member'] },
  ],
};

/** The requirement that observes an open deviation; undefined where it is none, as an optional field may be absent. */
export function openRequirement(stem: RequestStem, pointer: string, keyword: string): string | undefined {
  const row = rows[stem]?.find(
    ({ keywords, pointers }) =>
      keywords.includes(keyword) && (pointers?.some((pattern) => matchesPointer(pattern, pointer)) ?? true),
  );
  return row?.requirement;
}
