import type { Violation } from '../../generators/violation.ts';
import { violations } from '../../generators/violations.ts';
import type { Check } from '../../harness/check.ts';
import { matchesPointer } from '../../harness/json-pointer.ts';
import { judgeAnswers } from '../answers/judge-answers.ts';
import { fromViolation } from '../conduct/from-violation.ts';
import { conductRefusals } from '../conduct/refusals.ts';
import { asRequest, fullBody } from './bodies.ts';

interface Row {
  readonly requirement: string;
  readonly pointer: string;
  readonly keywords?: readonly string[];
}

/** Which requirement forbids which violations of the request's schema (tables Generate-topology request and SigningPublicKey). */
const rows: readonly Row[] = [
  { requirement: 'GT-REQ-SYNCHRONIZER', pointer: '/synchronizer' },
  { requirement: 'GT-REQ-PARTYHINT', pointer: '/partyHint' },
  { requirement: 'GT-REQ-PUBLICKEY', pointer: '/publicKey' },
  { requirement: 'GT-REQ-FORMAT', pointer: '/publicKey/format' },
  { requirement: 'GT-REQ-KEYDATA', pointer: '/publicKey/keyData', keywords: ['required', 'null', 'type'] },
  { requirement: 'GT-REQ-KEYDATA-NONEMPTY', pointer: '/publicKey/keyData', keywords: ['minLength'] },
  { requirement: 'GT-REQ-KEYSPEC', pointer: '/publicKey/keySpec' },
  { requirement: 'GT-REQ-OBSERVATIONONLY', pointer: '/localParticipantObservationOnly' },
  { requirement: 'GT-REQ-OTHERCONFIRMING', pointer: '/otherConfirmingParticipantUids/**' },
  { requirement: 'GT-REQ-THRESHOLD-TYPE', pointer: '/confirmationThreshold', keywords: ['type', 'maximum'] },
  { requirement: 'GT-REQ-THRESHOLD-MIN', pointer: '/confirmationThreshold', keywords: ['minimum'] },
  { requirement: 'GT-REQ-OBSERVING', pointer: '/observingParticipantUids/**' },
];

/** The requirement that wants a violation refused; undefined where the document leaves it open. */
export function requirementOfViolation({ verdict, pointer, keyword }: Violation): string | undefined {
  if (verdict !== 'refuse') return undefined;
  return rows.find((row) => matchesPointer(row.pointer, pointer) && (row.keywords?.includes(keyword) ?? true))
    ?.requirement;
}

/** One fault in one field of the request, refused with 400 text/plain (ruling 12). */
export const requestFieldChecks: readonly Check[] = rows.map(({ requirement, pointer, keywords }) => ({
  requirement,
  operation: 'generate-topology',
  version: 1,
  judge: judgeAnswers,
  conduct: (conductor) =>
    conductRefusals(conductor, (index) => {
      const body = fullBody(conductor, index);
      const here = (place: string): boolean => matchesPointer(pointer, place);
      const faulty = violations('generate-topology.request', body, here).filter(
        ({ verdict, keyword }) => verdict === 'refuse' && (keywords?.includes(keyword) ?? true),
      );
      return { valid: asRequest(body), faulty: faulty.map(fromViolation) };
    }),
}));
