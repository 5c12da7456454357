import type { Case, CheckParts, Run, Steps } from '../../engine/check.ts';
import { checksOf, test } from '../../engine/spec.ts';
import type { GenerateTopologyRequest } from '../../generators/generate-topology.ts';
import type { Sampling } from '../../generators/sampling.ts';
import type { Violation } from '../../generators/violation.ts';
import { wasAccepted } from '../../judges/answers/answer-kind.ts';
import { fromViolation, ofPlainKinds, samplingOf, violationsOf } from '../shared/body-faults.ts';
import { sendAll, sendRefusals } from '../shared/cases.ts';
import { shrinkFailure } from '../shared/shrink.ts';
import { asRequest, drawnBody, fullBody, minimal, validBodies } from './bodies.ts';
import { takenForms } from './keys.ts';

const check = checksOf('generate-topology');
const stem = 'generate-topology.request';

/**
 * One fault in the field of the requirement, rejected with a text/plain 400 (ruling 12); one of each plain kind also in a body of the
 * required members alone, and with a key of each other form that the target takes, which may have code of its own.
 */
const oneFault: CheckParts = {
  *cases(run) {
    yield* sendRefusals(
      run,
      (round) => withFaults(run, bodyOf(run, round), samplingOf(run, round)),
      (each, round) => shrink(run, each, round),
    );
    if (run.effort === 'quick') return;
    yield* sendAll(run, ofPlainKinds(withFaults(run, minimal(run, 'alone'), samplingOf(run))));
    for (const { form, body, exchange } of yield* takenForms(run)) {
      const context = [`key of ${form.keySpec} in ${form.format}`];
      const some = ofPlainKinds(withFaults(run, body, samplingOf(run)));
      // The target may reject another key of the form, so the one that it took is the control (ruling 31).
      yield* sendAll(
        run,
        some.map((each) => ({ ...each, context, control: exchange })),
      );
    }
  },
};

test(...check('GT-REQ-SYNCHRONIZER', oneFault));
test(...check('GT-REQ-PARTYHINT', oneFault));
test(...check('GT-REQ-PUBLICKEY', oneFault));
test(...check('GT-REQ-OBSERVATIONONLY', oneFault));
test(...check('GT-REQ-OTHERCONFIRMING', oneFault));
test(...check('GT-REQ-THRESHOLD-TYPE', oneFault));
test(...check('GT-REQ-THRESHOLD-MIN', oneFault));
test(...check('GT-REQ-OBSERVING', oneFault));
test(...check('GT-REQ-FORMAT', oneFault));
test(...check('GT-REQ-KEYDATA', oneFault));
test(...check('GT-REQ-KEYDATA-NONEMPTY', oneFault));
test(...check('GT-REQ-KEYSPEC', oneFault));

/** So that a fault is found again in a smaller body. */
const everything = { amount: 'all', seed: 'shrink' } as const;

/** Every second round uses a random body, because a target may miss a fault only beside certain values. */
function bodyOf(run: Run, round: number): GenerateTopologyRequest {
  if (round % 2 === 0) return observingOnly(fullBody(run, round), round);
  const pointer = run.requirement.subject?.pointer ?? '';
  return listFields.includes(pointer) ? withLongList(run, round, pointer) : drawnBody(run, round);
}

/** The body with each fault that the requirement claims. */
function withFaults(run: Run, body: GenerateTopologyRequest, sampling: Sampling): Case[] {
  const control = asRequest(body);
  const all = violationsOf(stem, run.requirement.id, body, sampling);
  return all.map((each) => ({ ...fromViolation(each), control }));
}

function shrink(run: Run, each: Case, round: number): Steps {
  return shrinkFailure(run, {
    arbitrary: validBodies(run, round),
    seed: run.seedAt(round),
    asRequest: (smaller) =>
      sameFault(violationsOf(stem, run.requirement.id, smaller, everything), each)?.request,
    fails: wasAccepted,
    each,
  });
}

/** Every second body with all fields observes only, as long as others confirm (ruling 11). */
function observingOnly(body: GenerateTopologyRequest, index: number): GenerateTopologyRequest {
  const { otherConfirmingParticipantUids: others = [] } = body;
  return index % 4 === 2 && others.length > 0 ? { ...body, localParticipantObservationOnly: true } : body;
}

const listFields = ['/otherConfirmingParticipantUids', '/observingParticipantUids'];

/** Puts every configured uid into the list under test, so that it is as long as possible. */
function withLongList(run: Run, index: number, pointer: string): GenerateTopologyRequest {
  const lists = { otherConfirmingParticipantUids: [], observingParticipantUids: [] };
  const name = pointer.split('/')[1] ?? '';
  return { ...fullBody(run, index), ...lists, [name]: [...run.facts.participantUids] };
}

/** The same fault in another body; its detail may differ if it is a value of the body. */
function sameFault(all: readonly Violation[], { kind, detail, wrong }: Case): Case | undefined {
  const isAlike = ({ pointer, keyword }: Violation): boolean =>
    pointer === wrong?.pointer && keyword === wrong.keyword;
  const found =
    all.find((each) => isAlike(each) && each.kind === kind && each.detail === detail) ?? all.find(isAlike);
  return found === undefined ? undefined : fromViolation(found);
}
