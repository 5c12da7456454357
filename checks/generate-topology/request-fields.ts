import type { GenerateTopologyRequest } from '../../generators/generate-topology.ts';
import type { Violation } from '../../generators/violation.ts';
import { violations } from '../../generators/violations.ts';
import { matchesPointer } from '../../json/json-pointer.ts';
import type { Check } from '../../session/check.ts';
import type { Conductor } from '../../session/conductor.ts';
import { claimedKind } from '../answers/answer-kind.ts';
import { judgeAnswers } from '../answers/judge-answers.ts';
import { fromViolation } from '../conduct/from-violation.ts';
import { type Base, conductRefusals, type Faulty } from '../conduct/refusals.ts';
import { shrinkFailure } from '../conduct/shrink.ts';
import { asRequest, drawnBody, fullBody, validBodies } from './bodies.ts';

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
export const requestFieldChecks: readonly Check[] = rows.map((row) => ({
  requirement: row.requirement,
  operation: 'generate-topology',
  version: 1,
  judge: judgeAnswers,
  conduct: (conductor) => conductRefusals(conductor, (index) => baseOf(conductor, row, index)),
}));

/** Every other round lays the faults into a drawn body: a fault may be overlooked only beside some other values. */
function baseOf(conductor: Conductor, row: Row, index: number): Base {
  const body =
    index % 2 === 0
      ? fullBody(conductor, index)
      : row.pointer.includes('ParticipantUids')
        ? withLongList(conductor, index, row.pointer)
        : drawnBody(conductor, index);
  return {
    valid: asRequest(body),
    faulty: violationsOf(row, body).map(fromViolation),
    shrink: ({ name, wrong }) =>
      shrinkFailure(conductor, {
        arbitrary: validBodies(conductor, index),
        seed: conductor.seedAt(index),
        asRequest: (smaller) => sameFault(violationsOf(row, smaller), name, wrong)?.request,
        fails: (answer) => answer !== undefined && claimedKind(answer) === 'accepted',
        draft: { wrong },
      }),
  };
}

/** Every configured uid in the one list that is looked at, so that it has as many elements as can be. */
function withLongList(conductor: Conductor, index: number, pointer: string): GenerateTopologyRequest {
  const lists = { otherConfirmingParticipantUids: [], observingParticipantUids: [] };
  const name = pointer.split('/')[1] ?? '';
  return { ...fullBody(conductor, index), ...lists, [name]: [...conductor.facts.participantUids] };
}

function violationsOf({ pointer, keywords }: Row, body: unknown): Violation[] {
  const here = (place: string): boolean => matchesPointer(pointer, place);
  return violations('generate-topology.request', body, here).filter(
    ({ verdict, keyword }) => verdict === 'refuse' && (keywords?.includes(keyword) ?? true),
  );
}

/** The same fault in another body; its name can differ where it shows a value of the body. */
function sameFault(all: readonly Violation[], name: string, wrong: Faulty['wrong']): Faulty | undefined {
  const found =
    all.find((each) => each.name === name) ??
    all.find(({ pointer, keyword }) => pointer === wrong.pointer && keyword === wrong.keyword);
  return found === undefined ? undefined : fromViolation(found);
}
