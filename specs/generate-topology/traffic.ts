import type { Case, Run, Steps } from '../../engine/check.ts';
import type { GenerateTopologyRequest } from '../../generators/generate-topology.ts';
import { bytesFrom } from '../../generators/seeding.ts';
import { readObject } from '../../json/read-json.ts';
import { judgeRelations } from '../../judges/generate-topology/relations.ts';
import { type Answer, bodyOf } from '../../wire/exchange.ts';
import { rejectedBodies, rejectedViolations, sampleOf } from '../shared/body-faults.ts';
import { inContext, type MakeValid } from '../shared/cases.ts';
import type { Traffic } from '../shared/scenarios.ts';
import { asRequest, drawnBody, fullBody, validGenerate } from './bodies.ts';
import { caseOfForm, keyAt, takenForms } from './keys.ts';

const stem = 'generate-topology.request';

/** The party id contains the hint, which shows whose answer it is (ruling 7). */
function mayBelongTo({ partyHint }: GenerateTopologyRequest, answer: Answer): boolean {
  const partyId = readObject(bodyOf(answer))?.partyId;
  return typeof partyId !== 'string' || partyId.includes(partyHint);
}

/** Of the valid requests, one in so many has a key of another form than the document's examples. */
const otherKeyEvery = 3;

/** A quarter of a sample of the violations and malformed bodies. */
function* rejected(run: Run, round: number): Steps<Case[]> {
  if (run.facts.synchronizer === null) return [];
  const body = fullBody(run, round);
  const sampling = sampleOf(run, 'mixed', round);
  const everyFourth = (all: readonly Case[]): Case[] => all.filter((_, index) => index % 4 === round % 4);
  return [
    ...everyFourth(rejectedViolations(stem, body, sampling)),
    ...everyFourth(rejectedBodies(stem, body, sampling)),
  ].map((each) => inContext(each, 'mixed-traffic'));
}

/** Rejected requests, and as many valid ones. */
function* mixture(run: Run, round: number): Steps<Case[]> {
  if (run.facts.synchronizer === null) return [];
  const taken = yield* takenForms(run);
  const valid = Array.from({ length: 60 }, (_, index): Case => {
    const own = drawnBody(run, 10_000 + round * 100 + index);
    const other = index % otherKeyEvery === 0 ? taken[(index / otherKeyEvery) % taken.length] : undefined;
    const drawn = other === undefined ? own : { ...own, publicKey: keyAt(run, other.form, round + index) };
    const each = other === undefined ? { kind: 'valid-request', as: 'GT-SUCCESS' } : caseOfForm(other.form);
    return {
      ...each,
      context: ['mixed-traffic'],
      request: asRequest(drawn),
      ...(other === undefined ? {} : { expected: 'anything' }),
      isOwn: (answer) => mayBelongTo(drawn, answer),
    };
  });
  return [...(yield* rejected(run, round)), ...valid];
}

const required = ['synchronizer', 'partyHint', 'publicKey'] as const;
const optional = [
  'otherConfirmingParticipantUids',
  'confirmationThreshold',
  'observingParticipantUids',
] as const;

/** A valid request as one program writes it again and again: in the order of the document, with one of the optional members or none. */
const validOfProgram: MakeValid = (run, index) => {
  if (run.facts.synchronizer === null) return validGenerate(run, index);
  const [byte = 0] = bytesFrom(['member', run.seed, run.nonce], 1);
  const members = [...required, optional[byte % optional.length] ?? 'confirmationThreshold'] as const;
  const drawn = drawnBody(run, index);
  return { request: asRequest(Object.fromEntries(members.map((name) => [name, drawn[name]]))) };
};

export const generateTraffic: Traffic = {
  valid: validOfProgram,
  mixture,
  rejected,
  judge: judgeRelations,
};
