import type { GenerateTopologyRequest } from '../../generators/generate-topology.ts';
import type { Violation } from '../../generators/violation.ts';
import type { Check } from '../../session/check.ts';
import type { Conductor } from '../../session/conductor.ts';
import { claimedKind } from '../answers/answer-kind.ts';
import { createCheck } from '../conduct/check.ts';
import { extentOf, fromViolation, violationClaimants, violationsOf } from '../conduct/claimed-faults.ts';
import { type Base, conductRefusals, type Faulty } from '../conduct/refusals.ts';
import { shrinkFailure } from '../conduct/shrink.ts';
import { asRequest, drawnBody, fullBody, validBodies } from './bodies.ts';
import { semanticChecks } from './semantics.ts';

const stem = 'generate-topology.request';

/** A synchronizer that does not exist has checks of its own. */
const elsewhere = new Set(semanticChecks.map(({ requirement }) => requirement));

/** One fault in one field of the request, rejected with a text/plain 400 (ruling 12). */
export const requestFieldChecks: readonly Check[] = violationClaimants(stem, 'rejected')
  .filter((id) => !elsewhere.has(id))
  .map((id) =>
    createCheck('generate-topology', id, (conductor) =>
      conductRefusals(conductor, (index) => baseOf(conductor, index)),
    ),
  );

/** So that a fault is found again in a smaller body. */
const everything = { amount: 'all', seed: 'shrink' } as const;

/** Every second round uses a random body, because a target may miss a fault only beside certain values. */
function baseOf(conductor: Conductor, index: number): Base {
  const { id, subject } = conductor.requirement;
  const pointer = subject?.pointer ?? '';
  const body =
    index % 2 === 0
      ? fullBody(conductor, index)
      : listFields.includes(pointer)
        ? withLongList(conductor, index, pointer)
        : drawnBody(conductor, index);
  return {
    valid: asRequest(body),
    faulty: violationsOf(stem, id, body, extentOf(conductor, index)).map(fromViolation),
    shrink: (faulty) =>
      shrinkFailure(conductor, {
        arbitrary: validBodies(conductor, index),
        seed: conductor.seedAt(index),
        asRequest: (smaller) => sameFault(violationsOf(stem, id, smaller, everything), faulty)?.request,
        fails: (answer) => answer !== undefined && claimedKind(answer) === 'accepted',
        draft: { ...faulty },
      }),
  };
}

const listFields = ['/otherConfirmingParticipantUids', '/observingParticipantUids'];

/** Puts every configured uid into the list under test, so that it is as long as possible. */
function withLongList(conductor: Conductor, index: number, pointer: string): GenerateTopologyRequest {
  const lists = { otherConfirmingParticipantUids: [], observingParticipantUids: [] };
  const name = pointer.split('/')[1] ?? '';
  return { ...fullBody(conductor, index), ...lists, [name]: [...conductor.facts.participantUids] };
}

/** The same fault in another body; its detail may differ if it is a value of the body. */
function sameFault(all: readonly Violation[], { kind, detail, wrong }: Faulty): Faulty | undefined {
  const isAlike = ({ pointer, keyword }: Violation): boolean =>
    pointer === wrong.pointer && keyword === wrong.keyword;
  const found =
    all.find((each) => isAlike(each) && each.kind === kind && each.detail === detail) ?? all.find(isAlike);
  return found === undefined ? undefined : fromViolation(found);
}
